{# Nothing by now. #}
