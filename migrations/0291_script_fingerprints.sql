-- why: scripts of a scraper are allowed only with their current content, so that changed files must be allowed again
-- breaking: no

-- A hash of the files that were allowed. Scripts that were allowed before this column existed must be allowed again.
alter table scraper_scripts add column fingerprint text;
