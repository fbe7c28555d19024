# A name ends after its colons.
include apache:: mod
