# Only a few functions can be called without parentheses.
create_resources 'user', { 'anna' => {} }
