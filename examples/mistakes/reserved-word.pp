# A word that Puppet keeps for itself.
$visibility = private
