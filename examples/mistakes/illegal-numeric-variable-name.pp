# A number that begins with zero.
notice($01)
