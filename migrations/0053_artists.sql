-- why: artists as names found in tags, with pages of their own; tracks in the order of artists and albums
-- breaking: no

-- Who is heard on a track.
create table track_artists (
  item_id   uuid not null,
  ordinal   int not null,
  -- follows from the name, so that an artist keeps their address
  artist_id uuid not null,
  name      text not null,
  primary key (item_id, ordinal)
);
create index track_artists_artist on track_artists (artist_id, item_id);
create index track_artists_words on track_artists using gin (lower(normalize(name, NFC)) gin_trgm_ops);

-- Whose album it is; of several artists it is by "Various Artists".
create table album_artists (
  item_id   uuid not null,
  ordinal   int not null,
  artist_id uuid not null,
  name      text not null,
  primary key (item_id, ordinal)
);
create index album_artists_artist on album_artists (artist_id, item_id);
create index album_artists_words on album_artists using gin (lower(normalize(name, NFC)) gin_trgm_ops);

alter table album_facts add column is_various boolean not null default false;
-- what a search compares
create index audio_facts_words on audio_facts using gin (lower(normalize(album, NFC)) gin_trgm_ops);

-- Of tracks and albums, what lists by artist and by album are sorted by. Of other kinds null, which takes no room.
alter table items add column artist_key text collate "C", add column album_key text collate "C";
create index items_artist on items (library_id, kind, artist_key, id) include (is_nsfw, status) where kind in ('track', 'album');
create index items_album on items (library_id, kind, album_key, id) include (is_nsfw, status) where kind = 'track';
