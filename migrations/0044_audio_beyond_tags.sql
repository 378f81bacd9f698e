-- why: chapters of audiobooks, covers within tracks, compilations; how loud a track is over its length
-- breaking: no

alter table audio_facts
  -- [{title, start, end}], seconds
  add column chapters       jsonb   not null default '[]',
  -- the picture within the file, by its number among the streams
  add column cover_stream   int,
  add column is_compilation boolean not null default false;

-- Made from the bytes of the file, and made again from them: no event holds it.
create table audio_waveforms (
  item_id     uuid primary key,
  -- the content it was made of
  size_bytes  bigint not null,
  mtime_ms    bigint not null,
  -- seconds, as decoded
  duration    double precision,
  -- pairs of signed bytes, lowest and highest; null where none can be made
  peaks       bytea,
  failure     text,
  check ((peaks is null) = (failure is not null))
);
