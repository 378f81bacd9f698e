-- why: searches for books also compare the names of authors
-- breaking: no

-- The expression that the search compares.
create index related_names_searched on related_names using gin (lower(normalize(name, NFC)) gin_trgm_ops)
  where kind = 'author';
