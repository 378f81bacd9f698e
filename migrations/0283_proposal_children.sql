-- why: a result for a series names seasons and episodes, of which some have no file here
-- breaking: no

-- Numbers and titles that the source knows and no file has. They are shown, and create nothing.
alter table proposals add column missing jsonb not null default '[]';
