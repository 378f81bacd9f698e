-- why: videos and what each account thinks of them, projected from the log
-- breaking: no

create extension if not exists pg_trgm;

create table videos (
  id           uuid primary key,
  library_id   uuid not null,
  root_id      uuid not null,
  kind         text not null,
  path         text not null,
  path_bytes   bytea not null,
  size_bytes   bigint not null,
  mtime_ms     bigint not null,
  title        text not null,
  sort_title   text not null,
  details      text,
  date         text,
  is_organized boolean not null,
  is_nsfw      boolean not null,
  status       text not null,
  failure      text,
  duration     double precision,
  width        int,
  height       int,
  frame_rate   double precision,
  bit_rate     bigint,
  container    text,
  video_codec  text,
  audio_codec  text,
  oshash       text,
  probe        jsonb,
  -- a stable shuffle for the sort order "random"
  shuffle_key  bigint not null,
  version      int not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  constraint videos_status check (status in ('arriving', 'ready', 'missing', 'failed'))
);
create index videos_created on videos (created_at, id) include (library_id, is_nsfw, status, is_organized);
create index videos_title on videos (sort_title, id) include (library_id, is_nsfw, status, is_organized);
create index videos_date on videos (date, id) include (library_id, is_nsfw, status, is_organized);
create index videos_duration on videos (duration, id) include (library_id, is_nsfw, status, is_organized);
create index videos_size on videos (size_bytes, id) include (library_id, is_nsfw, status, is_organized);
create index videos_shuffle on videos (shuffle_key, id) include (library_id, is_nsfw, status, is_organized);
create index videos_library_created on videos (library_id, created_at, id) include (is_nsfw, status, is_organized);
create index videos_status_created on videos (status, created_at, id) include (library_id, is_nsfw, is_organized);
create index videos_root on videos (root_id);
create index videos_title_trigrams on videos using gin (lower(title) gin_trgm_ops);

-- Exact totals without counting 100,000 rows for each page. Kept by statement-level triggers, so that bulk
-- writes and rebuilds are counted like everything else.
create table video_counts (
  library_id uuid not null,
  is_nsfw    boolean not null,
  status     text not null,
  is_organized boolean not null,
  n          bigint not null,
  primary key (library_id, is_nsfw, status, is_organized)
);

create function count_videos() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from video_counts;
  elsif tg_op = 'INSERT' then
    insert into video_counts as c (library_id, is_nsfw, status, is_organized, n)
    select library_id, is_nsfw, status, is_organized, count(*) from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (library_id, is_nsfw, status, is_organized) do update set n = c.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into video_counts as c (library_id, is_nsfw, status, is_organized, n)
    select library_id, is_nsfw, status, is_organized, -count(*) from removed group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (library_id, is_nsfw, status, is_organized) do update set n = c.n + excluded.n;
  else
    insert into video_counts as c (library_id, is_nsfw, status, is_organized, n)
    select library_id, is_nsfw, status, is_organized, sum(d) from (
      select library_id, is_nsfw, status, is_organized, 1 as d from added
      union all
      select library_id, is_nsfw, status, is_organized, -1 from removed
    ) changes
    group by 1, 2, 3, 4 having sum(d) <> 0 order by 1, 2, 3, 4
    on conflict (library_id, is_nsfw, status, is_organized) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;

create trigger videos_count_insert after insert on videos
  referencing new table as added for each statement execute function count_videos();
create trigger videos_count_update after update on videos
  referencing new table as added old table as removed for each statement execute function count_videos();
create trigger videos_count_delete after delete on videos
  referencing old table as removed for each statement execute function count_videos();
create trigger videos_count_truncate after truncate on videos
  for each statement execute function count_videos();

create table viewings (
  account_id uuid not null,
  video_id   uuid not null,
  rating     int,
  primary key (account_id, video_id),
  constraint viewings_rating check (rating between 0 and 100)
);
create index viewings_video on viewings (video_id);
