-- why: a reviewed result may state the season and the number of an episode, and later scans must not replace them
-- breaking: no

-- The numbers of reviewed results. A null is not stated, so the name of the file counts.
create table video_numbers (
  item_id     uuid primary key,
  season      int,
  episode     int,
  episode_end int,
  air_date    text
);
