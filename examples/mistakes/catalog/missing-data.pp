$port = lookup('web::port')
