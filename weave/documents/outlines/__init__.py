"""Five ways to find a document's outline, and what makes a found one trustworthy. Pure."""
