-- why: subtitle tracks from sidecar files, from the videos themselves and from uploads, with cues that can be searched
-- breaking: no

create table subtitle_tracks (
  id                  uuid primary key,
  item_id             uuid not null,
  source              text not null,
  format              text not null,
  -- A BCP 47 language tag. Null if the language is unknown.
  language            text,
  title               text,
  is_default          boolean not null,
  is_forced           boolean not null,
  is_hearing_impaired boolean not null,
  -- Stream number of an embedded track.
  stream              int,
  -- For sidecar files: the path below the root, its hash, and the size and time that the scan found.
  path                text,
  path_hash           bytea,
  size_bytes          bigint,
  mtime_ms            bigint,
  cues                int not null,
  -- The reason why the track has no text.
  failure             text,
  created_at          timestamptz not null,
  constraint subtitle_tracks_source check (source in ('embedded', 'sidecar', 'upload'))
);
create index subtitle_tracks_item on subtitle_tracks (item_id);

-- The content of each video in which a job has searched for subtitle tracks.
create table subtitle_looks (
  item_id    uuid primary key,
  size_bytes bigint not null,
  mtime_ms   bigint not null
);

-- A phrase search looks up the beginning of the phrase as one of 65,536 numbers. Different beginnings can have the same
-- number, so the search then compares the words of each cue that it found.
create function phrase_number(p_beginning text) returns smallint language sql immutable strict parallel safe
return ((hashtext(p_beginning) & 65535) - 32768)::smallint;

-- Returns the numbers of all phrases that begin in a cue (weight A). Such a phrase is a word with the first letter of
-- the next word, a word with the first three letters of the next word, or two words with the first three letters of the
-- third. `subtitles/text/Words.ts` queries the same beginnings. The body uses `return`, which binds names when the
-- function is created, because pg_restore runs without a search path.
create function phrase_numbers(p_words tsvector) returns smallint[] language sql immutable strict parallel safe
return (
  select coalesce(array_agg(distinct n), '{}')
  from (
    select lexeme as a, lead(lexeme) over w as b, lead(lexeme, 2) over w as c, weight
    from unnest(p_words) t, unnest(t.positions, t.weights) as p(position, weight) window w as (order by position)
  ) as x, lateral (values
    (phrase_number(a || ' ' || left(b, 1))),
    (phrase_number(a || ' ' || left(b, 3))),
    (phrase_number(a || ' ' || b || ' ' || left(c, 3)))
  ) as v(n)
  where weight = 'A' and n is not null
);

-- This table is not a projection. Cues are read again from the files, and for uploaded tracks this table is the only
-- copy of the text. The server itself splits the text into words, because PostgreSQL's parser does not support
-- languages that are written without spaces.
create table subtitle_cues (
  track_id uuid not null,
  n        int not null,
  item_id  uuid not null,
  start_ms int not null,
  end_ms   int not null,
  text     text not null,
  -- WebVTT cue text and settings, if they contain more than the plain text.
  markup   text,
  settings text,
  -- A phrase may begin in one cue and end in the next. The words of this cue have weight A, and the words of the next
  -- cue follow without a weight. `subtitles/text/Words.ts` writes this column.
  words    tsvector not null,
  phrases  smallint[] not null generated always as (phrase_numbers(words)) stored,
  primary key (track_id, n)
);
create index subtitle_cues_words on subtitle_cues using gin (words);
create index subtitle_cues_phrases on subtitle_cues using gin (phrases);
create index subtitle_cues_item on subtitle_cues (item_id);

-- Cues are deleted with their item. A rebuild does not fire this trigger, because it truncates and refills items.
create function forget_cues_of_items() returns trigger language plpgsql as $$
begin
  delete from subtitle_cues c using removed where c.item_id = removed.id;
  return null;
end $$;
create trigger items_forget_cues after delete on items
  referencing old table as removed for each statement execute function forget_cues_of_items();
