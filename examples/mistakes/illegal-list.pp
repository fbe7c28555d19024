# Values with commas between them, in no list.
'a', 'b'
