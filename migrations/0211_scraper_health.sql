-- why: the list of scrapers shows how their runs ended
-- breaking: no

-- Counters of runs, not of facts about items: losing them costs nothing, so they are plain rows.
create table scraper_health (
  -- the name of the file without its ending; a file that returns continues its counters
  scraper_id  text primary key,
  last_run_at timestamptz not null,
  ok          bigint not null,
  failed      bigint not null,
  -- stays after a later success, because the list says when the last run was
  last_error  text
);
