# Double-quoted strings know few escapes.
$folder = "C:\windows\system32"
