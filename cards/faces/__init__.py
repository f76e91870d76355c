"""One module per kind of card: `card` fills its template, `page` lays out the same view for HTML and text."""
