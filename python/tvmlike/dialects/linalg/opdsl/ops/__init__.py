"""The named operations of linalg."""
