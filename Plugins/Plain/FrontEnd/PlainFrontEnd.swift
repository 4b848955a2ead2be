// Plain
