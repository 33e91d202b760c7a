"""Tests of awards, summaries and careers."""
