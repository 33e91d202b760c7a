"""Tests of what people do in tournaments."""
