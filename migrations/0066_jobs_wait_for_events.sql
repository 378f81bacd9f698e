-- why: a queued job says what it waits for, and is cancelled with a reason when that does not happen
-- breaking: no

alter table jobs
  -- {reason, otherwise}: why it does not run before run_at, and why it is cancelled then. A request without a delay ends the wait.
  add column waits_for jsonb;

create or replace view job_runs as
select j.id, q.name as queue_name, q.label as queue_label,
       (array['queued', 'started', 'completed', 'failed', 'failed', 'cancelled'])[j.state + 1] as status,
       j.state, j.attempts, j.max_attempts, j.state = 4 as is_exhausted, j.rev, j.priority,
       j.target_type, j.target_id, j.target_label, j.triggered_by, j.parent_job_run_id, j.batch_id,
       j.payload, j.progress, j.result, j.error, j.queued_at, j.started_at, j.finished_at,
       j.run_at as next_retry_at, j.canceled_by, j.retries,
       -- What groups failures: the error without what differs from file to file.
       coalesce(j.error ->> 'reason', j.error ->> 'message') as reason,
       j.waits_for
from jobs j join queues q on q.id = j.queue;
