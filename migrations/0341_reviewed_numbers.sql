-- why: a reviewed result may state the season and the number of an episode, and later scans must not replace them
-- breaking: no

-- The numbers in reviewed results. Null means that the result does not state the number, so the number in the file name is used.
create table video_numbers (
  item_id     uuid primary key,
  season      int,
  episode     int,
  episode_end int,
  air_date    text
);
