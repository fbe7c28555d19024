# A variable of another class cannot be set.
$nginx::port = 8080
