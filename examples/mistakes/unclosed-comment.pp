# A comment that is not closed.
notify { 'a': }

/* nothing below is read
notify { 'b': }
