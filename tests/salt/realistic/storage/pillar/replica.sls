storage:
  replica:
    south:
      url: rsync://south.example.net/backup
    north:
      url: rsync://north.example.net:8730/backup
      from: /srv/data
      timeout: 5m
