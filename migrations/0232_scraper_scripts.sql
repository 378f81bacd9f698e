-- why: an administrator must allow the scripts of each scraper, in addition to allowing scripts in the settings
-- breaking: no

create table scraper_scripts (
  -- The file name without its extension. A file that is removed and added again is still allowed.
  scraper_id text primary key,
  allowed_at timestamptz not null default now()
);
