-- why: videos are movies, episodes of series, or neither; episodes lie in seasons, and seasons in series
-- breaking: no

-- How a library tells movies, episodes and other videos apart.
alter table libraries add column videos_as text not null default 'mixed';

-- Files that belong to another video: lists and counts leave them out.
alter type item_role add value 'version';
alter type item_role add value 'part';
alter type item_role add value 'extra';

-- What a video is, as its name or a person says. A video without a row was not classified yet.
create table video_classifications (
  item_id    uuid primary key,
  role       item_role not null,
  -- a person said it: names no longer count
  is_by_hand boolean not null,
  parser     int not null,
  -- all that was found out, as the event has it
  facts      jsonb not null,
  -- which part of the path means what
  proof      jsonb not null
);

create table video_movies (
  item_id uuid primary key,
  title   text,
  year    int,
  ids     jsonb not null default '{}'
);

create table video_episodes (
  item_id       uuid primary key,
  season        int not null,
  -- null where no number is known: such episodes are ordered by their file names
  episode       int,
  -- the last episode of a file with several
  episode_end   int,
  absolute      int,
  air_date      text,
  -- where a special stands among the other episodes
  before_season  int,
  before_episode int,
  after_season   int,
  title         text,
  ids           jsonb not null default '{}'
);
create index video_episodes_numbers on video_episodes (season, episode);

-- In addition to `items` and `item_groups`.
create table series_facts (
  item_id uuid primary key,
  -- SHA-256 of the library and the id in a database, or the title and the year: a scan that comes again finds the same series
  key     text not null,
  year    int,
  ids     jsonb not null default '{}'
);
create unique index series_facts_key on series_facts (key);

create table season_facts (
  item_id   uuid primary key,
  series_id uuid not null,
  number    int not null
);
create unique index season_facts_number on season_facts (series_id, number);

-- By which version of the naming rules, and as what, the videos of a library were classified last.
create table library_classifications (
  library_id uuid primary key,
  parser     int not null,
  videos_as  text not null
);

-- Versions, parts and extras: the video that each belongs to. `none`: a person said that the video is a work of its own.
create table item_attachments (
  item_id    uuid primary key,
  to_id      uuid not null,
  attached_as text not null,
  label      text,
  number     int,
  extra_type text,
  is_by_hand boolean not null default false
);
create index item_attachments_to on item_attachments (to_id);

-- When an item was watched last. Marking by hand moves "next up" only forward, a viewing always does.
alter table user_items add column watched_at timestamptz;
alter table user_items add column is_marked boolean not null default false;
create index user_items_watched_at on user_items (account_id, watched_at) where watched_at is not null;

-- Series that an account does not want to be offered next.
create table user_next_up (
  account_id   uuid not null,
  series_id    uuid not null,
  dismissed_at timestamptz not null,
  primary key (account_id, series_id)
);

-- The series of each episode, for conditions of lists.
create view video_series as
  select c.id as item_id, t.id as series_id, t.title as name
  from items c join items s on s.id = c.parent_id and s.kind = 'season' join items t on t.id = s.parent_id
  where c.kind = 'video';

insert into queues (id, name, label, resource, worker_factor)
  select 17, 'series-scan', 'Series scan', 'disk', max(worker_factor) from queues;
insert into slots (queue, slot) select 17, s from generate_series(0, 15) s;
