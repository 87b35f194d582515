"""The lobby on a full screen."""
