if 'false' {
  notice('this is always said')
}
