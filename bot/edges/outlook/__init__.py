"""Mail in and out through Microsoft Graph, and its stand-in of .eml files."""
