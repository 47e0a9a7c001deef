"""What words of a question mean, where rules cannot tell: put to the language model as doubts about a lookup."""
