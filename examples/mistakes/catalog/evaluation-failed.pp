fail('this system is not supported')
