notfiy { 'hello': }
