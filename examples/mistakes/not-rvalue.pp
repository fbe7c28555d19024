# A collector is no value.
$users = User <| |>
