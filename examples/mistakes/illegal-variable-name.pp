# Names of variables begin with a small letter.
$Port = 80
