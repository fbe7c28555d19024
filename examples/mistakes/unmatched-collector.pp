@user { 'ann':
  uid => 100,
}
User<| uidd == 100 |>
