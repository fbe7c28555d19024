apps:
  shop:
    kind: java
    java: 21
    release: 2024.10
    share: 62.5
    flags: {beta: true, dark: false}
  wiki: {kind: java, user: wiki, share: 12.5, flags: {dark: true}}
  mailer:
    kind: worker
    count: 3
    enabled: 'no'
  tools:
    kind: static
old_apps: [tools, intranet, 'intranet']
