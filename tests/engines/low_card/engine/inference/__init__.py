"""Low Card: hidden information, that is possible worlds for a seat and incomplete records."""
