"""What the long-form tests share."""
