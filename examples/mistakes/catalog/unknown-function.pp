$text = sprintff('%s', 1)
