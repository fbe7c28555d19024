$port = 80
notify { "port ${prot}": }
