-- why: subtitles of videos, from files beside them, from inside them and from people; their cues are searched
-- breaking: no

create table subtitle_tracks (
  id                  uuid primary key,
  item_id             uuid not null,
  source              text not null,
  format              text not null,
  -- BCP 47; null: unknown
  language            text,
  title               text,
  is_default          boolean not null,
  is_forced           boolean not null,
  is_hearing_impaired boolean not null,
  -- of an embedded one, its number among the streams
  stream              int,
  -- of a file beside the video: where it lies below the root, and as the scan found it
  path                text,
  path_hash           bytea,
  size_bytes          bigint,
  mtime_ms            bigint,
  cues                int not null,
  -- why there is no text of it
  failure             text,
  created_at          timestamptz not null,
  constraint subtitle_tracks_source check (source in ('embedded', 'sidecar', 'upload'))
);
create index subtitle_tracks_item on subtitle_tracks (item_id);

-- Which content of a video was looked through for tracks.
create table subtitle_looks (
  item_id    uuid primary key,
  size_bytes bigint not null,
  mtime_ms   bigint not null
);

-- No projection: read again from the files, and for uploaded tracks the only place of their text. The words are ours and not
-- those of PostgreSQL's parser, which knows no language that is written without spaces.
create table subtitle_cues (
  track_id uuid not null,
  n        int not null,
  item_id  uuid not null,
  start_ms int not null,
  end_ms   int not null,
  text     text not null,
  -- WebVTT cue text and settings, where there is more than the text
  markup   text,
  settings text,
  words    tsvector not null,
  primary key (track_id, n)
);
create index subtitle_cues_words on subtitle_cues using gin (words);
create index subtitle_cues_item on subtitle_cues (item_id);

-- Gone with the item. A rebuild truncates items and fills them again, which fires no trigger.
create function forget_cues_of_items() returns trigger language plpgsql as $$
begin
  delete from subtitle_cues c using removed where c.item_id = removed.id;
  return null;
end $$;
create trigger items_forget_cues after delete on items
  referencing old table as removed for each statement execute function forget_cues_of_items();

-- A scan looks for files of subtitles among all that it did not index.
create index scanned_files_subtitles on scanned_files (root_id, folder_hash)
  where entity_id is null and path ~* '\.(srt|vtt|ass|ssa)$';
