{% macro servers(prefix, count, port) %}[{% for n in range(1, count + 1) %}'{{ prefix }}{{ '%02d' % n }}:{{ port }}'{{ ', ' if not loop.last }}{% endfor %}]{% endmacro %}
proxy:
  tier: public
  global:
    maxconn: 20000
    log:
      - 192.0.2.9 local1
    daemon: true
    tune: {ssl.cachesize: 10000, bufsize: 32768}
    chroot: ~
  timeouts:
    client: 1m
  backends:
    shop:
      servers: {{ servers('shop', 3, 8080) }}
    wiki: {balance: leastconn, servers: [wiki.example.net, '192.0.2.7:8000']}
    empty:
      balance: first
  frontends:
    public:
      port: 443
      default: shop
      hosts:
        wiki.example.net: wiki
        'shop.example.net': shop
    plain: {port: 80, default: shop}
{% if grains.osmajorrelease < 12 %}
  stats: {port: 9001, uri: /stats, version: 2.8.5}
{% endif %}
