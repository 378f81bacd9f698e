-- why: sixteen durable queues, in which a job and its run are one row and the event log records every transition
-- breaking: no

-- The state of a job run is a small number, so that partial indexes stay narrow:
--   0 queued   1 started   2 completed   3 failed, waiting for its retry   4 failed, exhausted   5 canceled
--
-- Lock order of all statements: queues rows by id, then jobs rows by (queue, dedupe_key collate "C", id). Enqueuing
-- never locks a queues row, so a long domain transaction cannot stall the workers.

-- The resource that a job mainly needs. Over all queues of a resource, at most `budget` jobs run at the same time.
-- jobs_budget_left can raise this limit.
create table job_resources (
  name   text primary key,
  budget smallint not null constraint job_resources_budget check (budget >= 1)
);
insert into job_resources (name, budget) values ('cpu', 2), ('disk', 4), ('net', 4);

-- Processes that are encoding for a viewer. While there are any, workers do not claim background jobs of resource cpu.
-- A process renews its row, so the reservation of a dead process expires.
create table cpu_reservations (
  owner      uuid primary key,
  expires_at timestamptz not null
);

create table queues (
  id               smallint primary key,
  name             text not null constraint queues_name unique,
  label            text not null,
  resource         text not null constraint queues_resource references job_resources (name),
  base_concurrency smallint not null default 1 constraint queues_base check (base_concurrency = 1),
  worker_factor    smallint not null default 1 constraint queues_factor check (worker_factor between 1 and 16),
  concurrency      smallint generated always as (base_concurrency * worker_factor) stored,
  is_paused        boolean not null default false,
  -- Number of claims to make one at a time. Set after a worker died, to identify the job that killed it.
  probation        int not null default 0,
  -- Time of the last claim. The queues of a resource take turns in the order of this time.
  served_at        timestamptz not null default now(),
  stream_id        uuid not null default gen_random_uuid(),
  version          int not null default 0,
  -- The stream version up to which jobs_trim_log has examined events in its current round.
  trimmed          int not null default 0
) with (fillfactor = 50);

insert into queues (id, name, label, resource) values
  (1,  'library-scan',        'Library scan', 'disk'),
  (2,  'media-probe',         'Media probe', 'disk'),
  (3,  'fingerprint',         'Fingerprint', 'cpu'),
  (4,  'preview',             'Preview and streaming', 'cpu'),
  (5,  'metadata-import',     'Metadata import', 'net'),
  (6,  'gallery-scan',        'Gallery scan', 'disk'),
  (7,  'image-thumbnail',     'Image thumbnail', 'cpu'),
  (8,  'image-fingerprint',   'Image fingerprint', 'cpu'),
  (9,  'audio-scan',          'Audio scan', 'disk'),
  (10, 'audio-probe',         'Audio probe', 'disk'),
  (11, 'audio-fingerprint',   'Audio fingerprint', 'cpu'),
  (12, 'audio-waveform',      'Audio waveform', 'cpu'),
  (13, 'library-maintenance', 'Library maintenance', 'disk'),
  (14, 'extract-subtitles',   'Subtitle extraction', 'disk'),
  (15, 'collection-refresh',  'Collection refresh', 'disk'),
  (16, 'book-read',           'Book reading', 'disk');

-- A slot is the right to run one job of a queue at a time. Claims are stored here and not in the jobs rows, because one
-- write per claimed job took 20-34 instead of 12-15 microseconds.
create table slots (
  queue     smallint not null references queues (id),
  slot      smallint not null,
  owner     uuid,
  owner_key int,
  lease     timestamptz,
  taken_at  timestamptz,
  claimed   uuid[] not null default '{}',
  constraint slots_key primary key (queue, slot)
) with (fillfactor = 50);
insert into slots (queue, slot) select q.id, s from queues q, generate_series(0, 15) s;

create table jobs (
  id                uuid primary key,
  queue             smallint not null,
  state             smallint not null default 0,
  priority          smallint not null default 0,
  attempts          smallint not null default 0,
  max_attempts      smallint not null default 15,
  rev               int not null default 1,
  -- Number of times that a user queued the job again.
  retries           smallint not null default 0,
  -- In state 3, the time of the retry. In state 0, the earliest start, or the end of a hold after the job's worker
  -- died.
  run_at            timestamptz,
  is_held           boolean not null default false,
  target_type       text not null,
  target_id         text not null,
  target_label      text not null,
  dedupe_key        text,
  payload           jsonb not null,
  triggered_by      text not null,
  -- The username of the account that canceled the job, at the time of the cancellation.
  canceled_by       text,
  parent_job_run_id uuid,
  batch_id          uuid,
  -- The stream that contains the jobs.queued.v1 event of the job.
  enqueued_in       uuid not null,
  queued_at         timestamptz not null,
  started_at        timestamptz,
  finished_at       timestamptz,
  progress          jsonb,
  result            jsonb,
  error             jsonb,
  -- {reason, otherwise}: `reason` explains why the job does not run before run_at, and `otherwise` is the reason with
  -- which it is canceled at that time. A request without a delay ends the wait.
  waits_for         jsonb
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
create index jobs_runnable on jobs (queue, priority, id) where state = 0 and run_at is null;
create index jobs_delayed on jobs (run_at) where state = 0 and run_at is not null;
create unique index jobs_dedupe on jobs (queue, dedupe_key) where state in (0, 1, 3) and dedupe_key is not null;
create index jobs_started on jobs (queue, id) where state = 1;
create index jobs_retry on jobs (run_at) where state = 3;
create index jobs_failed on jobs (queue, id) where state in (3, 4);
-- Completed runs are omitted. Settling them is the hot path, and retention keeps their number low enough for a
-- sequential scan.
create index jobs_target on jobs (target_id) where state in (0, 1, 3, 4);

-- Attempts that did not complete. The outcome of the last attempt is in the jobs row.
create table job_attempts (
  job_run_id  uuid not null,
  attempt     smallint not null,
  started_at  timestamptz,
  finished_at timestamptz not null,
  error       jsonb,
  -- The worker whose process died during this attempt. Null if the attempt ended in a different way, was requeued, or
  -- only lost its lease or its connection. Deaths are counted in this column, separately from attempts.
  lost_worker uuid,
  constraint job_attempts_key primary key (job_run_id, attempt)
);
create index job_attempts_deaths on job_attempts (lost_worker, job_run_id) where lost_worker is not null;

-- If a job is queued while it is already queued, running or waiting for its retry, a row is written here instead of
-- marking the job. A mark would hold the lock on the job's row until the caller's transaction ends. A worker that
-- settles the job would wait for that lock while it holds the lock on the queue. A claim deletes the rows, and the
-- claimed run sees the data that the callers wrote. The index is not unique, so that callers never wait for each other.
create table job_rerun_requests (
  job_run_id uuid not null,
  -- True if a user requested the run. A run that waits for its retry then starts immediately.
  is_starting_now boolean not null,
  -- The earliest start. Null means immediately.
  run_at timestamptz
);
create index job_rerun_requests_run on job_rerun_requests (job_run_id);

create table job_log_lines (
  job_run_id uuid not null,
  line       bigint generated always as identity,
  attempt    smallint not null,
  at         timestamptz not null,
  level      text not null constraint job_log_lines_level
               check (level in ('debug', 'info', 'warn', 'error', 'command')),
  text       text not null,
  constraint job_log_lines_key primary key (job_run_id, line)
);

-- Finished attempts per queue and minute, for "completed in the last hour" without counting job rows.
create table job_throughput (
  queue     smallint not null,
  minute    timestamptz not null,
  completed int not null,
  failed    int not null,
  -- Sum of the durations of the attempts in this minute. Attempts that ran at the same time count separately.
  busy_ms   bigint not null default 0,
  -- Time at which the first attempt of this minute was recorded.
  first_at  timestamptz,
  constraint job_throughput_key primary key (queue, minute)
) with (fillfactor = 50);

create table workers (
  id         uuid primary key,
  key        int not null,
  host       text not null,
  pid        int not null,
  queues     text[] not null,
  started_at timestamptz not null,
  seen_at    timestamptz not null,
  stopped_at timestamptz,
  -- Identifies the process. A process that loses its connection registers again as a new worker.
  process    uuid,
  is_crashed boolean not null default false,
  -- True if one of the worker's slots had several claims when it died. Any of these claims may have been running, so
  -- this death is not evidence against the jobs of its other slots.
  is_unclear boolean not null default false,
  -- Maximum number of jobs of resource cpu that the worker can run at the same time.
  cores      smallint not null default 1
);

create view job_runs as
select j.id, q.name as queue_name, q.label as queue_label,
       (array['queued', 'started', 'completed', 'failed', 'failed', 'cancelled'])[j.state + 1] as status,
       j.state, j.attempts, j.max_attempts, j.state = 4 as is_exhausted, j.rev, j.priority,
       j.target_type, j.target_id, j.target_label, j.triggered_by, j.parent_job_run_id, j.batch_id,
       j.payload, j.progress, j.result, j.error, j.queued_at, j.started_at, j.finished_at,
       j.run_at as next_retry_at, j.canceled_by, j.retries,
       -- The operations page groups failures by this column. It is the error without the parts that differ between
       -- files.
       coalesce(j.error ->> 'reason', j.error ->> 'message') as reason,
       j.waits_for
from jobs j join queues q on q.id = j.queue;
