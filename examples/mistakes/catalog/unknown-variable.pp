$port = 80
notify { "${prot}": }
