{% set nodes = ['mq01', 'mq02'] %}
broker:
  nodes: {{ nodes }}
  lookup:
    settings:
      listeners.tcp.default: 5673
  plugins: [rabbitmq_management, rabbitmq_shovel]
  environment:
    RABBITMQ_NODENAME: rabbit@{{ grains.id }}
  vhosts:
    shop:
      limits: {max-queues: 100, max_connections: 200, note: 'text'}
    logs:
  accounts:
    shop:
      password: "it's"
      permissions: {shop: '.* .* .*', logs: '^$ .* ^$'}
  policies:
    expire:
      definition:
        expires: 90000
  tofs:
    source_files:
      main: [special.conf.jinja]
