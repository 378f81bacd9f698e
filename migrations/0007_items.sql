-- why: one table for items of every kind, with the columns that lists, sorting, visibility and counts read, and separate tables for files, texts and counts
-- breaking: no

create extension if not exists pg_trgm;

-- The first four kinds have a file. The other kinds group other items.
create type item_kind as enum ('video', 'image', 'track', 'book', 'series', 'season', 'gallery', 'album');
create type item_role as enum ('movie', 'episode', 'video');
create type item_status as enum ('arriving', 'ready', 'missing', 'failed');
-- The source of an image's date: the camera, the file name, or the modification time of the file.
create type moment_source as enum ('camera', 'name', 'file');

-- Rows are narrow (270 bytes instead of 525), because a million of them are read, sorted and rewritten. Fixed-width
-- columns come first.
create table items (
  id           uuid primary key,
  library_id   uuid not null,
  parent_id    uuid,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  -- The local time of the camera, which has no time zone. Only images have a value; null takes no space.
  moment       timestamp,
  -- A stable shuffle for the sort order "random".
  shuffle_key  bigint not null,
  size_bytes   bigint,
  duration     double precision,
  ordinal      int,
  width        int,
  height       int,
  -- Number of edits by users. A change by a job does not increment it, so jobs never conflict with a user's edit.
  edit_version int not null default 0,
  kind         item_kind not null,
  role         item_role,
  status       item_status not null,
  moment_from  moment_source,
  -- The effective value: the item is marked NSFW, or a group that contains it is.
  is_nsfw      boolean not null default false,
  -- The value that a user chose for the item itself.
  is_nsfw_own  boolean not null default false,
  is_organized boolean not null default false,
  date         text,
  title        text not null,
  sort_title   text not null,
  -- Sort keys of lists by artist and by album. Only tracks and albums have a value; null takes no space.
  artist_key   text collate "C",
  album_key    text collate "C"
) with (fillfactor = 80);

-- A list merges one ordered index scan per visible library, so the index of every sort order begins with library and
-- kind. No index contains is_organized or any other column that users toggle, so updates of such columns are HOT (5,000
-- in 0.1 s instead of 2 s).
create index items_created  on items (library_id, kind, created_at, id) include (is_nsfw, status);
create index items_title    on items (library_id, kind, sort_title, id) include (is_nsfw, status);
create index items_date     on items (library_id, kind, date, id) include (is_nsfw, status);
create index items_shuffle  on items (library_id, kind, shuffle_key, id) include (is_nsfw, status);
create index items_duration on items (library_id, kind, duration, id) include (is_nsfw, status) where kind in ('video', 'track');
create index items_size     on items (library_id, kind, size_bytes, id) include (is_nsfw, status);
create index items_unready  on items (library_id, kind, created_at, id) include (is_nsfw, status) where status <> 'ready';
create index items_parent   on items (parent_id, ordinal, id) include (library_id, is_nsfw, status) where parent_id is not null;
create index items_artist   on items (library_id, kind, artist_key, id) include (is_nsfw, status) where kind in ('track', 'album');
create index items_album    on items (library_id, kind, album_key, id) include (is_nsfw, status) where kind = 'track';
-- Lists are sorted from the newest day to the oldest, and images without a moment come last.
create index items_moment   on items (library_id, kind, moment nulls first, id) include (is_nsfw, status) where kind = 'image';
-- The expression is `rankIn` of items/resolution.ts. Width and height are included so that an index-only scan is
-- sufficient.
create index items_resolution on items (library_id, kind, (case when coalesce(width, 0) = 0 or coalesce(height, 0) = 0 then 0
  when greatest(width, height) >= 3800 or least(width, height) >= 2100 then 5
  when greatest(width, height) >= 2500 or least(width, height) >= 1400 then 4
  when greatest(width, height) >= 1900 or least(width, height) >= 1060 then 3
  when greatest(width, height) >= 1260 or least(width, height) >= 700 then 2 else 1 end), id)
  include (is_nsfw, status, width, height) where kind = 'video';
-- A search must find a title in either Unicode normal form, because names of files copied from macOS are decomposed.
-- PostgreSQL evaluates the expression again for each row found. Normalizing takes 1.8 us, so ASCII titles (as many
-- bytes as letters) are exempt.
create index items_words    on items using gin ((case when octet_length(title) = length(title) then lower(title)
  else lower(normalize(title, NFC)) end) gin_trgm_ops);

create table item_files (
  item_id            uuid primary key,
  root_id            uuid not null,
  size_bytes         bigint not null,
  mtime_ms           bigint not null,
  oshash             bigint,
  -- The change time of a file that could not be opened. A scan tries to open the file again when its change time
  -- differs.
  failure_ctime_ms   bigint,
  -- False while the item is missing. The path may then belong to another file.
  is_present         boolean not null,
  -- True if a job has probed this content, or if items of this kind need no probe.
  is_probed          boolean not null,
  -- True if `failure` explains why the file was not examined. The file itself may be usable.
  is_failure_passing boolean not null default false,
  -- True for a folder that is a group. It has a row only to record its path.
  is_folder          boolean not null default false,
  -- 16 bytes of the SHA-256 of the path's bytes, as in scanned_files.
  path_hash          bytea not null,
  path               text not null,
  -- Null if the path's bytes are the UTF-8 encoding of `path`, which is true for all but about one in a thousand paths.
  path_bytes         bytea,
  failure            text
);
-- Each file has at most one present item.
create unique index item_files_path on item_files (root_id, path_hash) where is_present and not is_folder;
create unique index item_files_folder on item_files (root_id, path_hash) where is_folder;
-- Detects moved files: a known file has the same size, and also the same fingerprint or time.
create index item_files_size on item_files (size_bytes, mtime_ms);
create index item_files_failure_ctime on item_files (root_id) where failure_ctime_ms is not null;

create table item_texts (
  item_id uuid primary key,
  details text
);

-- These tables determine where the bytes of an item are, and who may read them.
create trigger items_changed after insert or update or delete or truncate on items
  for each statement execute function notify_changed('sources');
create trigger item_files_changed after insert or update or delete or truncate on item_files
  for each statement execute function notify_changed('sources');

-- Exact totals, so that a page does not have to count a million rows. Statement-level triggers (count_items) maintain
-- the totals, so bulk writes and rebuilds are counted too.
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
