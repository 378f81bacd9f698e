-- why: a job that sends fingerprints must not take the request of another one, which still runs, for a lost one
-- breaking: no

-- The run whose request the row is part of.
alter table stashbox_submissions add column job_run_id uuid;
