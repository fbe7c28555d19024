# `$1` belongs to matches.
define web($1) {
}
