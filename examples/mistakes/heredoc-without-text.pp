# Nothing follows the tag.
$text = @(END)