"""What a person may do: one function a thing, with its permission and its transaction."""
