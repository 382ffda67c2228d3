"""For type checkers: the functions of namespaces that have a module of their own in the package."""
