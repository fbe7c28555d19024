shares:
  smb:
    enabled: {{ grains.os_family == 'Debian' }}
  folders:
    media:
      path: /srv/data/media
      writable: true
      by: [smb, nfs]
      nets: [192.0.2.0/24, 198.51.100.7]
    old-things:
      path: /srv/data/old
      writable: false
      by: [smb]
    public: {path: /srv/public}
cache:
  size: 2G
