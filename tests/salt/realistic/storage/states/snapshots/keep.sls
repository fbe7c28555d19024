{% set plans = salt['pillar.get']('snapshots', {}) %}
{% set total = plans.values() | map(attribute='keep', default=7) | sum %}
/etc/snapshots.json:
  file.serialize:
    - serializer: json
    - dataset: {{ {'plans': plans, 'total': total} | json }}
