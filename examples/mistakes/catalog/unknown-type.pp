$port = Prot
