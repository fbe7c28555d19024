# A line that merely ends with the tag ends the text, and is lost.
$text = @(END)
  this is not the END

$more = 1
