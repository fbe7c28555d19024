$port = 80
$port = 8080
