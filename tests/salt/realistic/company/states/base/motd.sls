{% from "base/map.jinja" import base with context %}
/etc/motd:
  file.managed:
    - contents: |
        {{ base.motd | indent(8) }}
        {{ grains.id }} runs {{ grains.os }} {{ grains.osmajorrelease }}.
    - user: root
    - group: root
    - mode: 644
    - order: last
