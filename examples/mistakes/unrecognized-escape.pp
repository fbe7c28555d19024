# Double-quoted strings know few escapes.
$path = "C:\windows\system32"
