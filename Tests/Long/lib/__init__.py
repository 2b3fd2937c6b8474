"""Shared code of the long tests."""
