$port = hiera('web::port')
