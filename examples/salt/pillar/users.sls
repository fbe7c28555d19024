users:
  ann: {}
  bob:
    shell: /bin/zsh
