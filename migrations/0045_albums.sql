-- why: tracks are grouped into albums by what their tags say
-- breaking: no

-- Beside `items` and `item_groups`, of albums.
create table album_facts (
  item_id uuid primary key,
  -- SHA-256 of the library, the artist and the name, or of the folder: a scan that comes again finds the same album
  key     text not null,
  -- null where there is none, and where each track has its own
  artist  text,
  year    int
);
create unique index album_facts_key on album_facts (key);
