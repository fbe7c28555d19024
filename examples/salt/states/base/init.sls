tools:
  pkg.installed:
    - pkgs:
      - curl
      - vim

/etc/motd:
  file.managed:
    - contents: Managed by Salt
    - order: last
