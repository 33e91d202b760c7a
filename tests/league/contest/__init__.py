"""Tests of contests."""
