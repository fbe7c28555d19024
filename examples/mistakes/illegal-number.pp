# A number that runs into letters.
$size = 10mb
