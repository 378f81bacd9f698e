-- why: everything that lies in a library, whatever its kind: one table for what lists, sorts, visibility and counts read, and tables beside it for the file, the texts, what a probe found out and what each account thinks of it
-- breaking: no

create extension if not exists pg_trgm;

-- Kinds with a file, then kinds that group others.
create type item_kind as enum ('video', 'image', 'track', 'book', 'series', 'season', 'gallery', 'album');
create type item_role as enum ('movie', 'episode', 'video');
create type item_status as enum ('arriving', 'ready', 'missing', 'failed');

-- Narrow: 270 bytes a row instead of 525, which a million rows are read, sorted and rewritten by. Fixed widths come first.
create table items (
  id           uuid primary key,
  library_id   uuid not null,
  parent_id    uuid,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  -- a stable shuffle for the sort order "random"
  shuffle_key  bigint not null,
  size_bytes   bigint,
  duration     double precision,
  ordinal      int,
  width        int,
  height       int,
  -- counts edits alone, as the events number them: what a machine finds out is no conflict with a person's edit
  edit_version int not null default 0,
  kind         item_kind not null,
  role         item_role,
  status       item_status not null,
  is_nsfw      boolean not null default false,
  is_organized boolean not null default false,
  date         text,
  title        text not null,
  sort_title   text not null
) with (fillfactor = 80);

-- A list is a merge of one ordered branch per visible library, so every sort order begins with library and kind. No index
-- mentions is_organized, or anything else that a person toggles: then such an update is HOT (5,000 in 0.1 s, not 2 s).
create index items_created  on items (library_id, kind, created_at, id) include (is_nsfw, status);
create index items_title    on items (library_id, kind, sort_title, id) include (is_nsfw, status);
create index items_date     on items (library_id, kind, date, id) include (is_nsfw, status);
create index items_shuffle  on items (library_id, kind, shuffle_key, id) include (is_nsfw, status);
create index items_duration on items (library_id, kind, duration, id) include (is_nsfw, status) where kind in ('video', 'track');
create index items_size     on items (library_id, kind, size_bytes, id) include (is_nsfw, status);
create index items_unready  on items (library_id, kind, created_at, id) include (is_nsfw, status) where status <> 'ready';
create index items_parent   on items (parent_id, ordinal, id) include (library_id, is_nsfw, status) where parent_id is not null;
-- A title is found whichever normal form its letters have (files copied from macOS are decomposed). The expression is
-- evaluated again for each row found: normalizing costs 1.8 us, and ASCII (as many bytes as letters) needs none.
create index items_words    on items using gin ((case when octet_length(title) = length(title) then lower(title)
  else lower(normalize(title, NFC)) end) gin_trgm_ops);

create table item_files (
  item_id            uuid primary key,
  root_id            uuid not null,
  size_bytes         bigint not null,
  mtime_ms           bigint not null,
  oshash             bigint,
  -- when the file could not be opened: its change time then; a scan that sees another one tries again
  failure_ctime_ms   bigint,
  -- false while the item is missing: another file may take its place then
  is_present         boolean not null,
  -- what a probe of this content found out is known, or this kind needs none
  is_probed          boolean not null,
  -- `failure` says why the file was not examined, not that it cannot be used
  is_failure_passing boolean not null default false,
  -- 16 bytes of the SHA-256 of the path's bytes, as in scanned_files
  path_hash          bytea not null,
  path               text not null,
  -- null when these are the UTF-8 of `path`: all but some thousandth
  path_bytes         bytea,
  failure            text
);
-- A file is one present item.
create unique index item_files_place on item_files (root_id, path_hash) where is_present;
-- A new file may be a known one that was moved: same size, then the same fingerprint or time.
create index item_files_size on item_files (size_bytes, mtime_ms);
create index item_files_failure_ctime on item_files (root_id) where failure_ctime_ms is not null;

create table item_texts (
  item_id uuid primary key,
  details text
);

create table video_facts (
  item_id          uuid primary key,
  frame_rate       double precision,
  bit_rate         bigint,
  container        text,
  video_codec      text,
  audio_codec      text,
  -- the conversion of this file failed for good; the original may play all the same
  playback_failure text,
  -- streams and chapters, read by detail and playback alone; null until the content that lies there now was examined
  probe            jsonb
);

-- What an account thinks of an item and did with it. Kept while the item is hidden from the account.
create table user_items (
  account_id  uuid not null,
  item_id     uuid not null,
  rating      int,
  is_favorite boolean not null default false,
  primary key (account_id, item_id),
  constraint user_items_rating check (rating between 0 and 100)
);
create index user_items_item on user_items (item_id);

-- Exact totals without counting a million rows for each page. Kept by statement-level triggers (count_items), by which bulk
-- writes and rebuilds are counted like everything else.
create table item_counts (
  library_id   uuid not null,
  kind         item_kind not null,
  role         item_role,
  status       item_status not null,
  is_nsfw      boolean not null,
  is_organized boolean not null,
  n            bigint not null,
  constraint item_counts_key unique nulls not distinct (library_id, kind, role, status, is_nsfw, is_organized)
);

create function count_items() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from item_counts;
  elsif tg_op = 'INSERT' then
    insert into item_counts as c (library_id, kind, role, status, is_nsfw, is_organized, n)
    select library_id, kind, role, status, is_nsfw, is_organized, count(*) from added
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (library_id, kind, role, status, is_nsfw, is_organized) do update set n = c.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into item_counts as c (library_id, kind, role, status, is_nsfw, is_organized, n)
    select library_id, kind, role, status, is_nsfw, is_organized, -count(*) from removed
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (library_id, kind, role, status, is_nsfw, is_organized) do update set n = c.n + excluded.n;
  else
    insert into item_counts as c (library_id, kind, role, status, is_nsfw, is_organized, n)
    select library_id, kind, role, status, is_nsfw, is_organized, sum(d) from (
      select library_id, kind, role, status, is_nsfw, is_organized, 1 as d from added
      union all
      select library_id, kind, role, status, is_nsfw, is_organized, -1 from removed
    ) changes
    group by 1, 2, 3, 4, 5, 6 having sum(d) <> 0 order by 1, 2, 3, 4, 5, 6
    on conflict (library_id, kind, role, status, is_nsfw, is_organized) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;

create trigger items_count_insert after insert on items
  referencing new table as added for each statement execute function count_items();
create trigger items_count_update after update on items
  referencing new table as added old table as removed for each statement execute function count_items();
create trigger items_count_delete after delete on items
  referencing old table as removed for each statement execute function count_items();
create trigger items_count_truncate after truncate on items
  for each statement execute function count_items();
