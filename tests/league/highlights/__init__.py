"""Tests of awards and careers."""
