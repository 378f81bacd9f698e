-- why: subtitle tracks from sidecar files, from the videos themselves and from uploads, with cues that can be searched
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
  -- stream number of an embedded track
  stream              int,
  -- sidecar files: path below the root, hash, size and time as the scan found them
  path                text,
  path_hash           bytea,
  size_bytes          bigint,
  mtime_ms            bigint,
  cues                int not null,
  -- why the track has no text
  failure             text,
  created_at          timestamptz not null,
  constraint subtitle_tracks_source check (source in ('embedded', 'sidecar', 'upload'))
);
create index subtitle_tracks_item on subtitle_tracks (item_id);

-- The content of each video that a job has searched for tracks.
create table subtitle_looks (
  item_id    uuid primary key,
  size_bytes bigint not null,
  mtime_ms   bigint not null
);

-- A phrase search looks up the beginning of the phrase by one of 65,536 numbers. Different beginnings can share a number, so
-- the words of each cue found are compared afterwards.
create function phrase_number(p_beginning text) returns smallint language sql immutable strict parallel safe
return ((hashtext(p_beginning) & 65535) - 32768)::smallint;

-- The numbers of all phrases that begin in a cue (weight A): a word with the first letter, and with the first three letters,
-- of the next word, and two words with the first three letters of the third. `subtitles/text/Words.ts` queries the same
-- beginnings. The body uses `return`, which binds names when the function is created, because pg_restore runs without a
-- search path.
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

-- Not a projection: cues are read again from the files, and for uploaded tracks this table is the only copy of the text. The
-- server splits the text into words itself, because PostgreSQL's parser does not support languages written without spaces.
create table subtitle_cues (
  track_id uuid not null,
  n        int not null,
  item_id  uuid not null,
  start_ms int not null,
  end_ms   int not null,
  text     text not null,
  -- WebVTT cue text and settings, when they contain more than the text
  markup   text,
  settings text,
  -- A phrase may begin in one cue and end in the next: the cue's own words have weight A, and the words of the next cue
  -- follow without a weight. `subtitles/text/Words.ts` writes them.
  words    tsvector not null,
  phrases  smallint[] not null generated always as (phrase_numbers(words)) stored,
  primary key (track_id, n)
);
create index subtitle_cues_words on subtitle_cues using gin (words);
create index subtitle_cues_phrases on subtitle_cues using gin (phrases);
create index subtitle_cues_item on subtitle_cues (item_id);

-- Cues are deleted with their item. A rebuild truncates and refills items, which does not fire this trigger.
create function forget_cues_of_items() returns trigger language plpgsql as $$
begin
  delete from subtitle_cues c using removed where c.item_id = removed.id;
  return null;
end $$;
create trigger items_forget_cues after delete on items
  referencing old table as removed for each statement execute function forget_cues_of_items();
