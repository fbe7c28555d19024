# A type of another language is mapped to a type.
type Runtime['ruby', 'A'] = [/^B/, 'c']
