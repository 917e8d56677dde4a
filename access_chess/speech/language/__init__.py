"""Pure: a language as data: names, phrases, numbers, plurals."""
