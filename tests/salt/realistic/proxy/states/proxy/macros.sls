# Only macros: renders to nothing.
{% macro section(kind, name, options) -%}
{{ kind }} {{ name }}
{%- for key, value in options.items() %}
{%- if value is iterable and value is not string and value is not mapping %}
{%- for item in value %}
  {{ key }} {{ item }}
{%- endfor %}
{%- elif value is mapping %}
{%- for inner, item in value | dictsort %}
  {{ key }} {{ inner }} {{ item }}
{%- endfor %}
{%- elif value is sameas true %}
  {{ key }}
{%- elif value is not none and value is not sameas false %}
  {{ key }} {{ value }}
{%- endif %}
{%- endfor %}
{%- endmacro %}
