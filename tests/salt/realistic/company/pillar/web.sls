include:
  - web_sites
web:
  lookup:
    root: /srv/nginx
  workers: 4
  modules:
    - modules/ngx_http_geoip.so
base:
  extra_tools: [curl, jq]
  sysctl:
    net.core.somaxconn: 4096
    vm.swappiness: 1
mail:
  relay: relay.example.org
  port: 587
  aliases: {www: 'web@example.org'}
