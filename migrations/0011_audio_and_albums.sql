-- why: tags and technical facts of tracks, their waveforms, and the albums and artists that the tags name
-- breaking: no

create table audio_facts (
  item_id         uuid primary key,
  artist          text,
  album           text,
  album_artist    text,
  disc_number     int,
  track_number    int,
  year            int,
  genre           text,
  container       text not null,
  codec           text not null,
  -- bits per second
  bit_rate        bigint,
  -- Hz
  sample_rate     int,
  channels        int,
  -- gains in dB; peaks relative to full scale
  track_gain      double precision,
  track_peak      double precision,
  album_gain      double precision,
  album_peak      double precision,
  has_lyrics      boolean not null,
  -- [{title, start, end}], seconds
  chapters        jsonb not null default '[]',
  -- the stream number of the cover in the file
  cover_stream    int,
  is_compilation  boolean not null default false,
  -- how much of the track can be decoded, which may be less than the file claims; null until the waveform job measured it
  decoded_seconds double precision
);
-- Lists filter by artist and by album without regard to case.
create index audio_facts_artist on audio_facts (lower(artist));
create index audio_facts_album_artist on audio_facts (lower(album_artist));
create index audio_facts_album on audio_facts (lower(album));
-- The expression that the search compares.
create index audio_facts_words on audio_facts using gin (lower(normalize(album, NFC)) gin_trgm_ops);

-- Not in the log: a job makes the waveform from the file, and can make it again.
create table audio_waveforms (
  item_id    uuid primary key,
  -- identify the content that it was made from
  size_bytes bigint not null,
  mtime_ms   bigint not null,
  -- seconds, as decoded
  duration   double precision,
  -- pairs of signed bytes, lowest and highest; null when the waveform could not be made
  peaks      bytea,
  failure    text,
  check ((peaks is null) = (failure is not null))
);

-- Tracks are grouped into albums by their tags. These are additional columns of albums, whose rows are in `items` and in
-- `item_groups`, too.
create table album_facts (
  item_id    uuid primary key,
  -- SHA-256 of the library, the artist and the name, or of the folder: the next scan finds the same album by it
  key        text not null,
  -- null when there is none, and when each track has its own
  artist     text,
  year       int,
  is_various boolean not null default false
);
create unique index album_facts_key on album_facts (key);

-- The artists who perform a track.
create table track_artists (
  item_id   uuid not null,
  ordinal   int not null,
  -- derived from the name, so that the address of an artist's page is permanent
  artist_id uuid not null,
  name      text not null,
  primary key (item_id, ordinal)
);
create index track_artists_artist on track_artists (artist_id, item_id);
create index track_artists_words on track_artists using gin (lower(normalize(name, NFC)) gin_trgm_ops);

-- The artists of an album. An album of several artists belongs to "Various Artists".
create table album_artists (
  item_id   uuid not null,
  ordinal   int not null,
  artist_id uuid not null,
  name      text not null,
  primary key (item_id, ordinal)
);
create index album_artists_artist on album_artists (artist_id, item_id);
create index album_artists_words on album_artists using gin (lower(normalize(name, NFC)) gin_trgm_ops);
