-- why: tags and technical facts of tracks, their waveforms, and the albums and artists in the tags
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
  -- Bits per second.
  bit_rate        bigint,
  -- Sampling rate in Hz.
  sample_rate     int,
  channels        int,
  -- Gains in dB. Peaks are relative to full scale.
  track_gain      double precision,
  track_peak      double precision,
  album_gain      double precision,
  album_peak      double precision,
  has_lyrics      boolean not null,
  -- [{title, start, end}], with times in seconds.
  chapters        jsonb not null default '[]',
  -- The stream number of the cover in the file.
  cover_stream    int,
  is_compilation  boolean not null default false,
  -- Duration of the part that can be decoded, which may be shorter than the file claims. Null until the waveform job
  -- has measured it.
  decoded_seconds double precision
);
-- Lists filter by artist and by album, and ignore case.
create index audio_facts_artist on audio_facts (lower(artist));
create index audio_facts_album_artist on audio_facts (lower(album_artist));
create index audio_facts_album on audio_facts (lower(album));
-- The expression that the search compares.
create index audio_facts_words on audio_facts using gin (lower(normalize(album, NFC)) gin_trgm_ops);

-- Waveforms are not in the log, because a job can regenerate them from the files.
create table audio_waveforms (
  item_id    uuid primary key,
  -- The size and time identify the content from which the waveform was generated.
  size_bytes bigint not null,
  mtime_ms   bigint not null,
  -- The decoded duration in seconds.
  duration   double precision,
  -- Pairs of signed bytes: the lowest and the highest value. Null if the waveform could not be generated.
  peaks      bytea,
  failure    text,
  check ((peaks is null) = (failure is not null))
);

-- Tracks are grouped into albums by their tags. This table contains additional columns of albums, which also have rows
-- in `items` and `item_groups`.
create table album_facts (
  item_id    uuid primary key,
  -- SHA-256 of the library, the artist and the name, or of the folder. The next scan finds the same album by this key.
  key        text not null,
  -- Null if there is no artist, or if each track has a different artist.
  artist     text,
  year       int,
  is_various boolean not null default false
);
create unique index album_facts_key on album_facts (key);

-- The artists who perform a track.
create table track_artists (
  item_id   uuid not null,
  ordinal   int not null,
  -- Derived from the name, so that the URL of an artist's page is permanent.
  artist_id uuid not null,
  name      text not null,
  primary key (item_id, ordinal)
);
create index track_artists_artist on track_artists (artist_id, item_id);
create index track_artists_words on track_artists using gin (lower(normalize(name, NFC)) gin_trgm_ops);

-- The artists of an album. An album with several artists belongs to "Various Artists".
create table album_artists (
  item_id   uuid not null,
  ordinal   int not null,
  artist_id uuid not null,
  name      text not null,
  primary key (item_id, ordinal)
);
create index album_artists_artist on album_artists (artist_id, item_id);
create index album_artists_words on album_artists using gin (lower(normalize(name, NFC)) gin_trgm_ops);
