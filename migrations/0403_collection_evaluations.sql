-- why: a rule is evaluated for all items once a day, even if events update its members more often
-- breaking: no

-- The time of the last evaluation for all items. Events update only `refreshed_at`.
alter table collection_refreshes add column evaluated_at timestamptz not null default now();
