"""The calendar: announced nights with sign-up, and feeds for other calendars."""
