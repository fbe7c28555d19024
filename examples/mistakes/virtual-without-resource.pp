# Only a resource can be virtual.
@notice('hello')
