# Which machine plays which role.

# Files are private unless they say otherwise.
File {
  owner => 'root',
  group => 'root',
}

node 'web1.example.com', /^web\d+\.example\.com$/ {
  include role::web
}

node 'db1.example.com' {
  include role::database
}

node 'shop.example.com' {
  include role::shop
}

node default {
  include role::plain
}
