# Arrays and hashes do not change.
$ports['http'] = 80
