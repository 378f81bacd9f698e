-- why: an administrator allows the scripts of each scraper, after scripts were allowed in the settings
-- breaking: no

create table scraper_scripts (
  -- the name of the file without its ending; a file that is removed and returns stays allowed
  scraper_id text primary key,
  allowed_at timestamptz not null default now()
);
