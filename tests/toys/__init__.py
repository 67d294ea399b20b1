"""Games for tests that are registered by name, and are in no package of their own."""
