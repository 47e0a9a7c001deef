"""Knowledge graphs: one protocol, several stores."""
