# A variable is no name of a function.
$function(1)
