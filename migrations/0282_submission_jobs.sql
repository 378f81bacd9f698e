-- why: a job that sends fingerprints must not mistake the running request of another job for a lost request
-- breaking: no

-- The job run whose request contains the row.
alter table stashbox_submissions add column job_run_id uuid;
