# Each part of a type name begins with a capital letter.
File::path { 'a': }
