-- why: the console says who canceled a job, counts retries by hand apart, and tells how long a queue still needs
-- breaking: no

alter table jobs
  -- The username of who canceled it, as it was then.
  add column canceled_by text,
  -- How often it was queued again by hand.
  add column retries smallint not null default 0;

alter table job_throughput
  -- How long the minute's attempts took, summed over those that ran beside each other.
  add column busy_ms bigint not null default 0,
  -- When the first of them was written.
  add column first_at timestamptz;

create or replace view job_runs as
select j.id, q.name as queue_name, q.label as queue_label,
       (array['queued', 'started', 'completed', 'failed', 'failed', 'cancelled'])[j.state + 1] as status,
       j.state, j.attempts, j.max_attempts, j.state = 4 as is_exhausted, j.rev, j.priority,
       j.target_type, j.target_id, j.target_label, j.triggered_by, j.parent_job_run_id, j.batch_id,
       j.payload, j.progress, j.result, j.error, j.queued_at, j.started_at, j.finished_at,
       j.run_at as next_retry_at, j.canceled_by, j.retries,
       -- What groups failures: the error without what differs from file to file.
       coalesce(j.error ->> 'reason', j.error ->> 'message') as reason
from jobs j join queues q on q.id = j.queue;
