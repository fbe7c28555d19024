include:
  - proxy.install
  - proxy.backends
  - proxy.frontends
  - proxy.running

exclude:
  - id: proxy never wanted
