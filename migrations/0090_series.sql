-- why: videos are movies, episodes of series, or neither, and episodes are grouped into seasons and series
-- breaking: no

-- Determines how a library distinguishes movies, episodes and other videos.
alter table libraries add column videos_as text not null default 'mixed';

-- Roles of files that belong to another video. Lists and counts omit such files.
alter type item_role add value 'version';
alter type item_role add value 'part';
alter type item_role add value 'extra';

-- The role of a video, determined by its name or by a user. A video without a row has not been classified yet.
create table video_classifications (
  item_id    uuid primary key,
  role       item_role not null,
  -- True if a user chose the role. The name no longer counts.
  is_by_hand boolean not null,
  parser     int not null,
  -- All facts that were derived from the name, as in the event.
  facts      jsonb not null,
  -- The meaning of each part of the path.
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
  -- Null if the number is unknown. Such episodes are sorted by their file names.
  episode       int,
  -- The last episode of a file with several episodes.
  episode_end   int,
  absolute      int,
  air_date      text,
  -- The position of a special among the other episodes.
  before_season  int,
  before_episode int,
  after_season   int,
  title         text,
  ids           jsonb not null default '{}'
);
create index video_episodes_numbers on video_episodes (season, episode);

-- Additional columns of series, which also have rows in `items` and `item_groups`.
create table series_facts (
  item_id uuid primary key,
  -- SHA-256 of the library and the id in a database, or of the title and the year. The next scan finds the same series
  -- by this key.
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

-- The version of the naming rules and the setting with which the videos of a library were last classified.
create table library_classifications (
  library_id uuid primary key,
  parser     int not null,
  videos_as  text not null
);

-- Versions, parts and extras, each with the video to which it belongs. `none` means that a user marked the video as a
-- separate work.
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

-- Time at which the item was last watched. Marking an item as watched moves "next up" only forward. Playing an item
-- always moves it.
alter table user_items add column watched_at timestamptz;
alter table user_items add column is_marked boolean not null default false;
create index user_items_watched_at on user_items (account_id, watched_at) where watched_at is not null;

-- Series that an account dismissed from "next up".
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
