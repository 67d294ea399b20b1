"""What is looked at on the full screen: rules, reports, and two bots at play."""
