-- why: what the tags of a track say and how it is coded, for its page, its list and the player
-- breaking: no

create table audio_facts (
  item_id       uuid primary key,
  artist        text,
  album         text,
  album_artist  text,
  disc_number   int,
  track_number  int,
  year          int,
  genre         text,
  container     text not null,
  codec         text not null,
  -- bits per second
  bit_rate      bigint,
  -- Hz
  sample_rate   int,
  channels      int,
  -- dB; peaks are shares of full scale
  track_gain    double precision,
  track_peak    double precision,
  album_gain    double precision,
  album_peak    double precision,
  has_lyrics    boolean not null
);
-- Lists are narrowed by an artist or an album, whatever the case of its letters.
create index audio_facts_artist on audio_facts (lower(artist));
create index audio_facts_album_artist on audio_facts (lower(album_artist));
create index audio_facts_album on audio_facts (lower(album));
