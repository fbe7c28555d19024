# SYNTAX TEST "source.sls" "IDs, functions, requisites, Jinja"

include:
#^^^^^^ keyword.control.sls
{% from 'map.jinja' import nginx with context %}
#^ punctuation.section.embedded.begin.jinja.sls
#  ^^^^ keyword.control.jinja.sls
#        ^^^^^^^^^ string.quoted.single.jinja.sls
#                   ^^^^^^ keyword.operator.word.jinja.sls
nginx service:
#^^^^^^^^^^^^ entity.name.tag.id.sls
  service.running:
# ^^^^^^^ support.class.module.sls
#         ^^^^^^^ support.function.state.sls
    - enable: True
#     ^^^^^^ variable.other.property.sls
#             ^^^^ constant.language.boolean.sls
    - require:
#     ^^^^^^^ keyword.other.requisite.sls
      - pkg: nginx
#     ^ punctuation.definition.block.sequence.item.sls
#       ^^^ variable.other.property.sls
    - name: {{ nginx.name | default('x') }}
#           ^^ punctuation.section.embedded.begin.jinja.sls
#              ^^^^^ variable.other.jinja.sls
#                           ^^^^^^^ support.function.filter.jinja.sls
    - source: salt://nginx/{{ x }}.conf # why
#             ^^^^^^^^^^^^^ string.unquoted.url.sls
#                                       ^^^^^ comment.line.number-sign.sls
