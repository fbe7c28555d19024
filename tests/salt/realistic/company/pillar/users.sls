users:
  ann:
    fullname: "Ann O'Neil"
    uid: 2001
    groups: [staff, {{ 'sudo' if grains.os_family == 'Debian' else 'wheel' }}]
    admin: true
    keys:
      - ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA
      - ssh-rsa AAAAB3NzaC1yc2E
  bert:
    shell: /bin/zsh
    groups:
      - staff
      - developers
    admin: yes
  carl:
    absent: True
    purge: True
  dora: {fullname: 'Dora: the first', home: /srv/dora, keys: [ssh-ed25519 AAAADora]}
ssh:
  options:
    PermitRootLogin: prohibit-password
    MaxAuthTries: 3
