# The name of an account or a group.
type Users::Name = Pattern[/\A[a-z_][a-z0-9_-]{0,30}\z/]
