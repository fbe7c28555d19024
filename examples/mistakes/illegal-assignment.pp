# Only variables can be set.
port = 8080
