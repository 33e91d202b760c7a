"""Accounts: sign up and in, passwords, deletion."""
