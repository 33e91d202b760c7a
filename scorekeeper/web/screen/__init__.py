"""The big screen of a night by its own link."""
