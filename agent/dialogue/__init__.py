"""What goes beyond one question: questions back, several requests in one text, earlier conversations, pages, attached lists, suggestions."""
