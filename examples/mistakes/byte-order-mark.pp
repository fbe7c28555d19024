# An invisible mark before the first character.
notify { 'a': }
