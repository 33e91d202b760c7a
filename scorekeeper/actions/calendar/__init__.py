"""The calendar of a company of people: announced nights, who is coming, and feeds for other calendars."""
