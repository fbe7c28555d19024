# Collectors compare for equality only.
User <| uid > 1000 |>
