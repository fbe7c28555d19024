notify { 'a': }
Notify['a'] -> 7
