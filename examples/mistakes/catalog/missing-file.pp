$text = epp('web/site.epp')
