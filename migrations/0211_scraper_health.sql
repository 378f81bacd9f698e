-- why: the list of scrapers shows how their runs ended
-- breaking: no

-- Counters of scraper runs. These are plain rows, because they are not facts about items and their loss does no harm.
create table scraper_health (
  -- The file name without its extension. If a file is removed and added again, its counters continue.
  scraper_id  text primary key,
  last_run_at timestamptz not null,
  ok          bigint not null,
  failed      bigint not null,
  -- The error is kept after a later success, because the list shows when the last run was.
  last_error  text
);
