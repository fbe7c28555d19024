# Names of parameters begin with a small letter.
define web($Port) {
}
