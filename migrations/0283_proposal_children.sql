-- why: a result for a series lists seasons and episodes, some of which have no file here
-- breaking: no

-- Numbers and titles that the source lists but for which no file exists. They are shown, but nothing is created from
-- them.
alter table proposals add column missing jsonb not null default '[]';
