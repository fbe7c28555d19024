class web { }
class web { }
