# Files of modules define, and do nothing else.
class web {
}

include web
