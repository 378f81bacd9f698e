-- why: scripts of a scraper are allowed as they are, so that changed files must be allowed again
-- breaking: no

-- A hash of the files that were allowed. Scripts that were allowed before must be allowed again.
alter table scraper_scripts add column fingerprint text;
