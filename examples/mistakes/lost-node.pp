node /^db-(a|b)(?:-x)?$/ {
  notify { 'a database': }
}
