-- why: a title is found whichever normal form its letters have (files copied from macOS are decomposed)
-- breaking: no

drop index videos_title_trigrams;
create index videos_title_trigrams on videos using gin (lower(normalize(title, NFC)) gin_trgm_ops);
