# A string without its closing quote takes the rest of the file with it.
$message = 'hello

notify { 'a': }
