"""The replay and the review on a full screen."""
