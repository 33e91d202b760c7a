"""Forms made from the engine's fields."""
