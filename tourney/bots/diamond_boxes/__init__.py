"""Diamond Boxes, both rule sets, as the built-in bots understand them."""
