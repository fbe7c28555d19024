# A word alone in braces is the name of a variable, and none can have this one.
$text = "enabled: ${true}"
