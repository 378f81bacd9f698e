-- why: fifteen durable queues whose jobs and job runs are one row, every transition recorded in the event log
-- breaking: no

-- States of a job run, one small number each so that partial indexes stay narrow:
--   0 queued   1 started   2 completed   3 failed, waiting for its retry   4 failed, exhausted   5 cancelled
--
-- Lock order everywhere: queues rows by id, then jobs rows by (queue, dedupe_key collate "C", id).
-- Enqueuing never locks a queues row, so a long domain transaction cannot stall the workers.

create table queues (
  id               smallint primary key,
  name             text not null constraint queues_name unique,
  label            text not null,
  base_concurrency smallint not null default 1 constraint queues_base check (base_concurrency = 1),
  worker_factor    smallint not null default 1 constraint queues_factor check (worker_factor between 1 and 16),
  concurrency      smallint generated always as (base_concurrency * worker_factor) stored,
  is_paused        boolean not null default false,
  -- After a worker died, this many claims are made one by one, so that the job that killed it is found out.
  probation          int not null default 0,
  stream_id        uuid not null default gen_random_uuid(),
  version          int not null default 0
) with (fillfactor = 50);

insert into queues (id, name, label) values
  (1,  'library-scan',        'Library scan'),
  (2,  'media-probe',         'Media probe'),
  (3,  'fingerprint',         'Fingerprint'),
  (4,  'preview',             'Preview and streaming'),
  (5,  'metadata-import',     'Metadata import'),
  (6,  'gallery-scan',        'Gallery scan'),
  (7,  'image-thumbnail',     'Image thumbnail'),
  (8,  'image-fingerprint',   'Image fingerprint'),
  (9,  'audio-scan',          'Audio scan'),
  (10, 'audio-probe',         'Audio probe'),
  (11, 'audio-fingerprint',   'Audio fingerprint'),
  (12, 'audio-waveform',      'Audio waveform'),
  (13, 'library-maintenance', 'Library maintenance'),
  (14, 'extract-subtitles',   'Subtitle extraction'),
  (15, 'collection-refresh',  'Collection refresh');

-- A slot is the right to run one job of a queue at a time. Its claims live here and not in the jobs rows:
-- a write per claimed job cost 20-34 instead of 12-15 microseconds.
create table slots (
  queue     smallint not null references queues (id),
  slot      smallint not null,
  owner     uuid,
  owner_key int,
  lease     timestamptz,
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
  rerun_requested   boolean not null default false,
  run_at            timestamptz,
  target_type       text not null,
  target_id         text not null,
  target_label      text not null,
  dedupe_key        text,
  payload           jsonb not null,
  triggered_by      text not null,
  parent_job_run_id uuid,
  batch_id          uuid,
  queued_at         timestamptz not null,
  started_at        timestamptz,
  finished_at       timestamptz,
  progress          jsonb,
  result            jsonb,
  error             jsonb
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
create index jobs_runnable on jobs (queue, priority, id) where state = 0;
create unique index jobs_dedupe on jobs (queue, dedupe_key) where state in (0, 1, 3) and dedupe_key is not null;
create index jobs_started on jobs (queue, id) where state = 1;
create index jobs_retry on jobs (run_at) where state = 3;
create index jobs_failed on jobs (queue, id) where state in (3, 4);
-- Completed runs are left out: their settling is the hot path, and retention bounds them for a plain scan.
create index jobs_target on jobs (target_id) where state in (0, 1, 3, 4);

-- Attempts that did not complete; the last attempt's own outcome is in the jobs row.
create table job_attempts (
  job_run_id  uuid not null,
  attempt     smallint not null,
  started_at  timestamptz,
  finished_at timestamptz not null,
  error       jsonb,
  constraint job_attempts_key primary key (job_run_id, attempt)
);

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

-- Finished attempts per queue and minute: "completed in the last hour" without counting job rows.
create table job_throughput (
  queue     smallint not null,
  minute    timestamptz not null,
  completed int not null,
  failed    int not null,
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
  stopped_at timestamptz
);

create view job_runs as
select j.id, q.name as queue_name, q.label as queue_label,
       (array['queued', 'started', 'completed', 'failed', 'failed', 'cancelled'])[j.state + 1] as status,
       j.state, j.attempts, j.max_attempts, j.state = 4 as is_exhausted, j.rev, j.priority,
       j.target_type, j.target_id, j.target_label, j.triggered_by, j.parent_job_run_id, j.batch_id,
       j.payload, j.progress, j.result, j.error, j.queued_at, j.started_at, j.finished_at,
       j.run_at as next_retry_at
from jobs j join queues q on q.id = j.queue;

-- ── enqueue ──────────────────────────────────────────────────────────────────────────────────────────────

-- Inserts jobs, their run records and their event in the caller's transaction. p_items is a JSON array of
-- {id, queue, payload, targetType, targetId, targetLabel, triggeredBy, dedupeKey?, priority?,
-- parentJobRunId?, batchId?}; no two items may share (queue, dedupeKey). Returns only the items that had a
-- living duplicate, with the duplicate's id. Every duplicate is marked: if it is running and may have read older data, it is
-- queued again when it ends; a claim that comes after this transaction clears the mark.
create function jobs_enqueue(p_items jsonb, p_stream uuid, p_is_notifying boolean)
returns table (item_id uuid, job_run_id uuid) language plpgsql as $$
declare
  v_at timestamptz := clock_timestamp();
  v_count int;
  v_duplicates jsonb;
  v_fresh jsonb := p_items;
begin
  with item as (
    select i.id, q.id as queue, coalesce(i.priority, 0::smallint) as priority, i."targetType", i."targetId",
           i."targetLabel", i."dedupeKey", i.payload, i."triggeredBy", i."parentJobRunId", i."batchId"
    from jsonb_to_recordset(p_items) as i(
      id uuid, queue text, priority smallint, "targetType" text, "targetId" text, "targetLabel" text,
      "dedupeKey" text, payload jsonb, "triggeredBy" text, "parentJobRunId" uuid, "batchId" uuid)
    join queues q on q.name = i.queue
    order by q.id, i."dedupeKey" collate "C", i.id
  ), written as (
    insert into jobs (id, queue, priority, target_type, target_id, target_label, dedupe_key, payload,
                      triggered_by, parent_job_run_id, batch_id, queued_at)
    select i.id, i.queue, i.priority, i."targetType", i."targetId", i."targetLabel", i."dedupeKey", i.payload,
           i."triggeredBy", i."parentJobRunId", i."batchId", v_at
    from item i
    on conflict (queue, dedupe_key) where state in (0, 1, 3) and dedupe_key is not null
      do update set rerun_requested = true
    returning jobs.id, jobs.queue, jobs.dedupe_key, jobs.rev, jobs.xmax = 0 as is_new
  )
  select count(*), coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'rev', w.rev, 'queue', w.queue,
                                                         'key', w.dedupe_key)) filter (where not w.is_new), '[]')
  into v_count, v_duplicates from written w;

  if v_count <> jsonb_array_length(p_items) then
    raise exception 'an item names an unknown queue' using errcode = 'JB001';
  end if;
  if v_duplicates <> '[]' then
    select coalesce(jsonb_agg(e.item order by e.n), '[]') into v_fresh
    from jsonb_array_elements(p_items) with ordinality as e(item, n)
    where not exists (
      select from jsonb_to_recordset(v_duplicates) as t(queue smallint, key text) join queues q on q.id = t.queue
      where q.name = e.item ->> 'queue' and t.key = e.item ->> 'dedupeKey');
  end if;

  insert into events (stream_id, version, type, data) values (p_stream, 1, 'jobs.queued.v1',
    jsonb_build_object('queuedAt', v_at, 'items', v_fresh, 'duplicates', v_duplicates));

  if p_is_notifying then
    perform pg_notify('jobs', string_agg(distinct i.item ->> 'queue', ',')) from jsonb_array_elements(p_items) as i(item);
  end if;
  if v_duplicates <> '[]' then
    return query
      select (e.item ->> 'id')::uuid, t.id
      from jsonb_to_recordset(v_duplicates) as t(id uuid, queue smallint, key text)
      join queues q on q.id = t.queue
      join jsonb_array_elements(p_items) as e(item)
        on e.item ->> 'queue' = q.name and e.item ->> 'dedupeKey' = t.key;
  end if;
end $$;

-- ── events of the queue streams ──────────────────────────────────────────────────────────────────────────

-- One entry of a transition event: every column a transition may write, as it was written.
create function jobs_entry(j jobs) returns jsonb language sql stable as $$
  select jsonb_build_object('id', j.id, 'rev', j.rev, 'state', j.state, 'attempts', j.attempts,
    'maxAttempts', j.max_attempts, 'runAt', j.run_at, 'startedAt', j.started_at, 'finishedAt', j.finished_at,
    'error', j.error, 'result', j.result)
$$;

-- Appends to a queue's stream. Takes (or already holds) the queue's row lock, which is what orders the stream.
create function jobs_append(p_queue smallint, p_type text, p_data jsonb) returns void language plpgsql as $$
declare v_stream uuid; v_version int; v_name text;
begin
  update queues set version = version + 1 where id = p_queue returning stream_id, version, name
    into v_stream, v_version, v_name;
  insert into events (stream_id, version, type, data)
    values (v_stream, v_version, p_type, jsonb_build_object('queue', v_name, 'at', now()) || p_data);
end $$;

-- ── step: the worker's one round trip ────────────────────────────────────────────────────────────────────

create type jobs_claim as (
  slot smallint, id uuid, rev int, attempts smallint, max_attempts smallint, is_on_probation boolean,
  payload jsonb, dedupe_key text, target_type text, target_id text, target_label text,
  triggered_by text, batch_id uuid
);

-- Settles, marks started, claims and renews the lease under the queue's row lock, in one commit.
--   p_slot     null takes a free slot, while other workers live no more than a fair share; otherwise the caller's slot (error JB002 when it is no longer its own)
--   p_changes  null or [{id, rev, state, attempts, startedAgo, endedAgo, retryIn, error, result, key}]: rev is
--              the new one and fences the write, ages are milliseconds before now, retryIn is in seconds,
--              key is the dedupe key (lock order); state -1 only drops the claim
--   p_holding  null, or the only claims the caller still knows (after an answer was lost, or to hand back)
--   p_take     how many jobs to claim at most
-- Must stay plpgsql and volatile: each statement needs a snapshot taken after the lock, or jobs run twice.
-- The settings keep the plans on the partial indexes as history grows (15.7-17.7 instead of 28 microseconds).
create function jobs_step(p_queue smallint, p_slot smallint, p_worker uuid, p_key int, p_changes jsonb,
                          p_holding uuid[], p_take int)
returns setof jobs_claim language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  v_at timestamptz := now();
  v_name text; v_concurrency smallint; v_is_paused boolean; v_probation int; v_stream uuid; v_version int;
  v_first_version int; v_first_probation int;
  v_slot smallint; v_owner uuid; v_claimed uuid[];
  v_is_settling boolean := false; v_written uuid[]; v_failed uuid[]; v_again uuid[];
  v_completed int; v_started int; v_back int; v_requested int; v_settled jsonb;
  v_taken uuid[]; v_ids uuid[]; v_is_marked boolean; v_mine int; v_workers int;
begin
  select q.name, q.concurrency, q.is_paused, q.probation, q.stream_id, q.version
    into v_name, v_concurrency, v_is_paused, v_probation, v_stream, v_version
    from queues q where q.id = p_queue for update;
  v_first_version := v_version; v_first_probation := v_probation;

  if p_slot is null then
    if v_is_paused then return; end if;
    select s.slot, s.claimed into v_slot, v_claimed from slots s
      where s.queue = p_queue and s.slot < v_concurrency and s.owner is null order by s.slot limit 1;
    if not found or not exists (select 1 from jobs j where j.queue = p_queue and j.state = 0) then return; end if;
    if v_concurrency > 1 then
      select count(*) into v_mine from slots s where s.queue = p_queue and s.owner = p_worker;
      select greatest(1, count(*)) into v_workers from workers w
        where v_name = any (w.queues) and w.stopped_at is null and w.seen_at > now() - interval '25 s';
      if v_mine >= (v_concurrency + v_workers - 1) / v_workers then return; end if;
    end if;
  else
    select s.slot, s.owner, s.claimed into v_slot, v_owner, v_claimed from slots s
      where s.queue = p_queue and s.slot = p_slot;
    if v_owner is distinct from p_worker then
      raise exception 'slot % of queue % was taken from this worker', p_slot, v_name using errcode = 'JB002';
    end if;
  end if;
  if p_holding is not null then
    select coalesce(array_agg(c), '{}') into v_claimed from unnest(v_claimed) c where c in (select unnest(p_holding));
  end if;

  if p_changes is not null then
    v_requested := jsonb_array_length(p_changes);
    with change as (
      select c.id, c.rev, c.state, c.attempts, c."startedAgo", c."endedAgo", c."retryIn", c.error, c.result
      from jsonb_to_recordset(p_changes) as c(id uuid, rev int, state smallint, attempts smallint,
        "startedAgo" float8, "endedAgo" float8, "retryIn" float8, error jsonb, result jsonb, key text)
      where c.state >= 0
      order by c.key collate "C", c.id
    ), written as (
      update jobs j set state = c.state, rev = c.rev, attempts = c.attempts, error = c.error, result = c.result,
        started_at = v_at - make_interval(secs => c."startedAgo" / 1000),
        finished_at = v_at - make_interval(secs => c."endedAgo" / 1000),
        run_at = v_at + make_interval(secs => c."retryIn"),
        progress = case when c.state = 1 then null else j.progress end
      from change c where j.id = c.id and j.rev = c.rev - 1
      returning j.id, j.state, j.rerun_requested
    )
    select array_agg(w.id), array_agg(w.id) filter (where w.state in (3, 4)),
           array_agg(w.id) filter (where w.rerun_requested and w.state in (2, 4)),
           count(*) filter (where w.state = 2), count(*) filter (where w.state = 1), count(*) filter (where w.state = 0)
      into v_written, v_failed, v_again, v_completed, v_started, v_back from written w;

    if v_completed > 0 or v_failed is not null then
      v_is_settling := true;
      v_version := v_version + 1;
      -- The usual flush is all settled and all accepted: then the event carries the array as it came.
      if v_completed + coalesce(cardinality(v_failed), 0) = v_requested then v_settled := p_changes;
      else
        select jsonb_agg(c) into v_settled from jsonb_array_elements(p_changes) c
          where (c ->> 'state')::int in (2, 3, 4) and (c ->> 'id')::uuid = any (v_written);
      end if;
      insert into events (stream_id, version, type, data) values (v_stream, v_version, 'jobs.settled.v1',
        jsonb_build_object('queue', v_name, 'at', v_at, 'items', v_settled));
      insert into job_throughput as t (queue, minute, completed, failed)
        values (p_queue, date_trunc('minute', v_at), v_completed, coalesce(cardinality(v_failed), 0))
        on conflict (queue, minute) do update
        set completed = t.completed + excluded.completed, failed = t.failed + excluded.failed;
    end if;
    if v_failed is not null then
      insert into job_attempts (job_run_id, attempt, started_at, finished_at, error)
        select j.id, j.attempts, j.started_at, j.finished_at, j.error from jobs j where j.id = any (v_failed)
        on conflict (job_run_id, attempt) do nothing;
    end if;
    if v_started > 0 then
      v_version := v_version + 1;
      insert into events (stream_id, version, type, data)
        select v_stream, v_version, 'jobs.started.v1', jsonb_build_object('queue', v_name, 'at', v_at, 'items', jsonb_agg(c))
        from jsonb_array_elements(p_changes) c
        where (c ->> 'state')::int = 1 and (c ->> 'id')::uuid = any (v_written);
    end if;
    if v_back > 0 then
      v_is_settling := true;
      v_version := v_version + 1;
      insert into events (stream_id, version, type, data)
        select v_stream, v_version, 'jobs.requeued.v1',
               jsonb_build_object('queue', v_name, 'at', v_at, 'reason', 'released', 'items', jsonb_agg(c))
        from jsonb_array_elements(p_changes) c
        where (c ->> 'state')::int = 0 and (c ->> 'id')::uuid = any (v_written);
    end if;
    if v_again is not null then
      v_version := v_version + 1;
      with again as (
        update jobs j set state = 0, rev = j.rev + 1, max_attempts = j.attempts + 15, rerun_requested = false,
          run_at = null, started_at = null, finished_at = null, progress = null
        where j.id = any (v_again) returning jobs_entry(j) as entry
      )
      insert into events (stream_id, version, type, data)
        select v_stream, v_version, 'jobs.requeued.v1', jsonb_build_object('queue', v_name, 'at', v_at,
               'reason', 'requested-while-running', 'items', jsonb_agg(a.entry)) from again a;
    end if;
    if p_holding is null and exists (
      select 1 from jsonb_array_elements(p_changes) c where (c ->> 'id')::uuid not in (select unnest(v_claimed))
    ) then
      raise exception 'a change names a job that slot % of queue % does not hold', v_slot, v_name using errcode = 'JB003';
    end if;
    select coalesce(array_agg(c), '{}') into v_claimed from unnest(v_claimed) c
      where c not in (select (x ->> 'id')::uuid from jsonb_array_elements(p_changes) x where (x ->> 'state')::int <> 1);
  end if;

  if p_take > 0 and not v_is_paused and v_slot < v_concurrency then
    if v_probation > 0 then p_take := 1; end if;
    select array_agg(c) into v_taken from (
      select unnest(s.claimed) as c from slots s where s.queue = p_queue and s.slot <> v_slot
      union all select unnest(v_claimed)) t;
    if v_taken is null then
      select array_agg(x.id), bool_or(x.rerun_requested) into v_ids, v_is_marked from (
        select j.id, j.rerun_requested from jobs j where j.queue = p_queue and j.state = 0
        order by j.priority, j.id limit p_take) x;
    else
      select array_agg(x.id), bool_or(x.rerun_requested) into v_ids, v_is_marked from (
        select j.id, j.rerun_requested from jobs j
        where j.queue = p_queue and j.state = 0 and j.id not in (select unnest(v_taken))
        order by j.priority, j.id limit p_take) x;
    end if;
    if v_is_marked then
      -- The mark's transaction is visible, so this run sees its data. A row an enqueuer holds is left marked.
      update jobs j set rerun_requested = false
        where j.id in (select m.id from jobs m where m.id = any (v_ids) and m.rerun_requested for update skip locked);
    end if;
    if v_probation > 0 and v_ids is not null then v_probation := v_probation - 1; end if;
  end if;

  if v_version <> v_first_version or v_probation <> v_first_probation then
    update queues set version = v_version, probation = v_probation where id = p_queue;
  end if;
  -- A claim lost in a crash of the database costs nothing, so claiming alone does not wait for the disk.
  if not v_is_settling then perform set_config('synchronous_commit', 'off', true); end if;

  v_claimed := v_claimed || coalesce(v_ids, '{}');
  if cardinality(v_claimed) = 0 then
    if p_slot is not null then
      update slots set owner = null, owner_key = null, lease = null, claimed = '{}'
        where queue = p_queue and slot = v_slot;
    end if;
    return;
  end if;
  update slots set owner = p_worker, owner_key = p_key, claimed = v_claimed, lease = v_at + interval '30 s'
    where queue = p_queue and slot = v_slot;
  if v_ids is not null then
    return query
      select v_slot, j.id, j.rev, j.attempts, j.max_attempts, v_first_probation > 0, j.payload, j.dedupe_key,
             j.target_type, j.target_id, j.target_label, j.triggered_by, j.batch_id
      from jobs j where j.id = any (v_ids) order by j.priority, j.id;
  end if;
end $$;

-- ── maintenance ──────────────────────────────────────────────────────────────────────────────────────────

-- Presence of one worker, and renewal of the leases of the slots it says it uses (two arrays, in step). A slot
-- it does not know of, because the answer to its claim was lost, runs out and is reaped.
create function jobs_heartbeat(p_worker uuid, p_key int, p_host text, p_pid int, p_queues text[],
                          p_slot_queues smallint[], p_slots smallint[]) returns void language plpgsql as $$
begin
  insert into workers as w (id, key, host, pid, queues, started_at, seen_at)
    values (p_worker, p_key, p_host, p_pid, p_queues, now(), now())
    on conflict (id) do update set seen_at = now();
  delete from workers where seen_at < now() - interval '1 day';
  update slots s set lease = now() + interval '30 s' from unnest(p_slot_queues, p_slots) as u(queue, slot)
    where s.queue = u.queue and s.slot = u.slot and s.owner = p_worker;
end $$;

create function jobs_deregister(p_worker uuid) returns void language sql as $$
  update workers set seen_at = now(), stopped_at = now() where id = p_worker
$$;

-- Frees the slots of dead owners: the lease is over, or the session lock of the owner is gone from this
-- database. Started jobs, and the head of the claims (it may have killed the worker before it was marked
-- started), are queued again with the attempt counted; a job without attempts left is exhausted.
create function jobs_reap() returns table (queue_name text, requeued int, exhausted int) language plpgsql as $$
declare
  r record;
  v_error jsonb := '{"message": "The worker stopped while it ran this job"}';
  v_claimed uuid[]; v_back jsonb; v_dead jsonb;
begin
  for r in
    select s.queue, s.slot, s.owner, q.name from slots s join queues q on q.id = s.queue
    where s.owner is not null and (s.lease < now() or not exists (
      select 1 from pg_locks l where l.locktype = 'advisory' and l.classid = 7001 and l.objid = s.owner_key::oid
        and l.objsubid = 2 and l.granted and l.database = (select d.oid from pg_database d where d.datname = current_database())))
    order by s.queue, s.slot
  loop
    perform 1 from queues q where q.id = r.queue for update;
    select s.claimed into v_claimed from slots s where s.queue = r.queue and s.slot = r.slot and s.owner = r.owner;
    if not found then continue; end if;
    perform 1 from jobs j where j.id = any (v_claimed) order by j.dedupe_key collate "C", j.id for update;
    insert into job_attempts (job_run_id, attempt, started_at, finished_at, error)
      select j.id, case when j.state = 0 then j.attempts + 1 else j.attempts end, j.started_at, now(), v_error
      from jobs j where j.id = any (v_claimed) and (j.state = 1 or (j.state = 0 and j.id = v_claimed[1]))
      on conflict (job_run_id, attempt) do nothing;
    with lost as (
      update jobs j set rev = j.rev + 1,
        attempts = j.attempts + case when j.state = 0 then 1 else 0 end,
        state = case when j.attempts + case when j.state = 0 then 1 else 0 end >= j.max_attempts then 4 else 0 end,
        finished_at = case when j.attempts + case when j.state = 0 then 1 else 0 end >= j.max_attempts then now() end,
        started_at = case when j.attempts + case when j.state = 0 then 1 else 0 end >= j.max_attempts then j.started_at end,
        progress = null, error = v_error
      where j.id = any (v_claimed) and (j.state = 1 or (j.state = 0 and j.id = v_claimed[1]))
      returning j.id, j.state, jobs_entry(j) as entry
    )
    select jsonb_agg(l.entry) filter (where l.state = 0), jsonb_agg(l.entry) filter (where l.state = 4)
      into v_back, v_dead from lost l;
    if v_back is not null then
      perform jobs_append(r.queue, 'jobs.requeued.v1', jsonb_build_object('reason', 'worker-lost', 'items', v_back));
    end if;
    if v_dead is not null then
      perform jobs_append(r.queue, 'jobs.settled.v1', jsonb_build_object('reason', 'worker-lost', 'items', v_dead));
    end if;
    update slots s set owner = null, owner_key = null, lease = null, claimed = '{}' where s.queue = r.queue and s.slot = r.slot;
    update queues q set probation = least(1000, greatest(q.probation, cardinality(v_claimed))) where q.id = r.queue;
    queue_name := r.name;
    requeued := coalesce(jsonb_array_length(v_back), 0);
    exhausted := coalesce(jsonb_array_length(v_dead), 0);
    return next;
  end loop;
end $$;

-- Queues again the failed jobs whose retry time has come; returns the names of their queues.
create function jobs_promote() returns setof text language plpgsql as $$
declare r record; v_items jsonb;
begin
  for r in
    select q.id, q.name from queues q
    where q.id in (select j.queue from jobs j where j.state = 3 and j.run_at <= now()) order by q.id
  loop
    perform 1 from queues q where q.id = r.id for update;
    with due as (
      update jobs j set state = 0, rev = j.rev + 1, run_at = null, started_at = null, finished_at = null, progress = null
      where j.id in (select d.id from jobs d where d.state = 3 and d.run_at <= now() and d.queue = r.id
                     order by d.run_at limit 500 for update skip locked)
      returning j.id, jobs_entry(j) as entry
    )
    select jsonb_agg(d.entry) into v_items from due d;
    if v_items is not null then
      perform jobs_append(r.id, 'jobs.requeued.v1', jsonb_build_object('reason', 'retry-due', 'items', v_items));
      return next r.name;
    end if;
  end loop;
end $$;

-- Names of the queues that have something to claim: the poll that heals a lost notification.
create function jobs_waiting() returns setof text language sql stable as $$
  select q.name from queues q
  where not q.is_paused and exists (select 1 from jobs j where j.queue = q.id and j.state = 0)
$$;

-- Deletes runs with their log lines and attempts, and records it. Returns how many were deleted.
create function jobs_delete(p_ids uuid[]) returns int language plpgsql as $$
declare r record; v_gone uuid[]; v_total int := 0;
begin
  for r in
    select j.queue, array_agg(j.id) as ids from jobs j
    where j.id = any (p_ids) and j.state in (2, 4, 5) group by j.queue order by j.queue
  loop
    perform 1 from queues q where q.id = r.queue for update;
    with gone as (delete from jobs j where j.id = any (r.ids) and j.state in (2, 4, 5) returning j.id)
    select array_agg(g.id) into v_gone from gone g;
    continue when v_gone is null;
    delete from job_log_lines l where l.job_run_id = any (v_gone);
    delete from job_attempts a where a.job_run_id = any (v_gone);
    perform jobs_append(r.queue, 'jobs.purged.v1', jsonb_build_object('ids', to_jsonb(v_gone)));
    v_total := v_total + cardinality(v_gone);
  end loop;
  return v_total;
end $$;

-- One chunk of retention: completed and cancelled runs older than p_days or beyond the newest p_newest,
-- exhausted ones older than p_failed_days. Ids are time-ordered, so "newest" is by id.
create function jobs_purge(p_days int, p_newest int, p_failed_days int, p_chunk int) returns int
language plpgsql as $$
declare v_edge uuid; v_ids uuid[];
begin
  select j.id into v_edge from jobs j where j.state in (2, 5) order by j.id desc offset p_newest limit 1;
  select array_agg(x.id) into v_ids from (
    select j.id from jobs j
    where (j.state in (2, 5) and (j.id <= v_edge or j.finished_at < now() - make_interval(days => p_days)))
       or (j.state = 4 and j.finished_at < now() - make_interval(days => p_failed_days))
    order by j.id limit p_chunk) x;
  delete from job_throughput t where t.minute < now() - interval '2 days';
  if v_ids is null then return 0; end if;
  return jobs_delete(v_ids);
end $$;

-- ── control ──────────────────────────────────────────────────────────────────────────────────────────────

-- Cancels what is queued, started or failed (the given ids, or at most 5000 of each of one or every queue: call
-- until nothing comes back) and tells the workers. Completed and cancelled runs are left as they are. Cancelling
-- everything leaves "failed, exhausted" too: it must not hide what went wrong. Returns the cancelled ids.
create function jobs_cancel(p_ids uuid[], p_queue text) returns setof uuid language plpgsql as $$
declare r record; v_items jsonb; v_running uuid[]; v_ids uuid[]; v_done uuid[];
begin
  for r in
    select q.id from queues q
    where (p_queue is null or q.name = p_queue)
      and (p_ids is null or q.id in (select j.queue from jobs j where j.id = any (p_ids)))
    order by q.id
  loop
    perform 1 from queues q where q.id = r.id for update;
    v_ids := array(
      select j.id from jobs j
      where j.queue = r.id and (p_ids is null and j.state in (0, 1, 3) or j.id = any (p_ids) and j.state in (0, 1, 3, 4))
      order by j.dedupe_key collate "C", j.id limit 5000 for update);
    select array_agg(c) into v_running from (
      select unnest(s.claimed) as c from slots s where s.queue = r.id and s.owner is not null) x;
    with gone as (
      update jobs j set state = 5, rev = j.rev + 1, finished_at = now(), run_at = null, rerun_requested = false
      where j.id = any (v_ids) and j.state in (0, 1, 3, 4)
      returning j.id, jobs_entry(j) as entry
    )
    select jsonb_agg(g.entry), array_agg(g.id) into v_items, v_done from gone g;
    continue when v_items is null;
    perform jobs_append(r.id, 'jobs.cancelled.v1', jsonb_build_object('items', v_items));
    perform pg_notify('jobs_cancel', c::text) from unnest(v_running) c where c = any (v_done);
    return query select unnest(v_done);
  end loop;
end $$;

-- Queues failed runs again at once (the given ids, where cancelled ones count too, or at most 5000 failed ones of
-- each of one or every queue: call until nothing comes back); the attempts count on and fifteen more are allowed. A run with a living duplicate is left.
create function jobs_retry(p_ids uuid[], p_queue text) returns setof uuid language plpgsql as $$
declare r record; v_items jsonb; v_done uuid[];
begin
  for r in
    select q.id, q.name from queues q
    where (p_queue is null or q.name = p_queue)
      and q.id in (select j.queue from jobs j where p_ids is null and j.state in (3, 4) or j.id = any (p_ids))
    order by q.id
  loop
    perform 1 from queues q where q.id = r.id for update;
    with again as (
      update jobs j set state = 0, rev = j.rev + 1, run_at = null, started_at = null, finished_at = null,
        progress = null, max_attempts = j.attempts + 15
      where j.id in (
        select distinct on (coalesce(c.dedupe_key, c.id::text) collate "C") c.id from jobs c
        where c.queue = r.id and (p_ids is null and c.state in (3, 4) or c.id = any (p_ids) and c.state in (3, 4, 5))
          and (c.state = 3 or c.dedupe_key is null or not exists (
            select 1 from jobs t where t.queue = c.queue and t.dedupe_key = c.dedupe_key and t.state in (0, 1, 3)))
        order by coalesce(c.dedupe_key, c.id::text) collate "C", c.state, c.id desc limit 5000)
      returning j.id, jobs_entry(j) as entry
    )
    select jsonb_agg(a.entry), array_agg(a.id) into v_items, v_done from again a;
    continue when v_items is null;
    perform jobs_append(r.id, 'jobs.requeued.v1', jsonb_build_object('reason', 'requested', 'items', v_items));
    perform pg_notify('jobs', r.name);
    return query select unnest(v_done);
  end loop;
end $$;

-- Deletes completed and cancelled runs of one or every queue, a chunk at a time.
create function jobs_clear(p_queue text, p_chunk int) returns int language sql as $$
  select jobs_delete(array(
    select j.id from jobs j join queues q on q.id = j.queue
    where j.state in (2, 5) and (p_queue is null or q.name = p_queue) order by j.id limit p_chunk))
$$;

-- Stops or allows claims of a queue; running jobs go on. True when the queue exists.
create function jobs_pause(p_queue text, p_is_paused boolean) returns boolean language plpgsql as $$
declare v_id smallint; v_was boolean;
begin
  select q.id, q.is_paused into v_id, v_was from queues q where q.name = p_queue for update;
  if not found then return false; end if;
  if v_was <> p_is_paused then
    update queues set is_paused = p_is_paused where id = v_id;
    perform jobs_append(v_id, case when p_is_paused then 'jobs.queue-paused.v1' else 'jobs.queue-resumed.v1' end, '{}');
    if not p_is_paused then perform pg_notify('jobs', p_queue); end if;
  end if;
  return true;
end $$;

-- Jobs each queue may run at once, over all workers, from the next claim on (1 to 16).
create function set_worker_concurrency(p_factor int) returns void language plpgsql as $$
begin
  perform 1 from queues order by id for update;
  update queues set worker_factor = p_factor where worker_factor <> p_factor;
  perform pg_notify('jobs', (select string_agg(name, ',') from queues));
end $$;

-- Adds log lines of one attempt, at most 1000 per run.
create function jobs_log(p_lines jsonb) returns void language sql as $$
  insert into job_log_lines (job_run_id, attempt, at, level, text)
  select l.id, l.attempt, now() - make_interval(secs => l.ago / 1000), l.level, l.text
  from (select x.id, x.attempt, x.ago, x.level, x.text, row_number() over (partition by x.id) as n
        from jsonb_to_recordset(p_lines) as x(id uuid, attempt smallint, ago float8, level text, text text)) l
  where l.n + (select count(*) from job_log_lines e where e.job_run_id = l.id) <= 1000
$$;

-- ── rebuild ──────────────────────────────────────────────────────────────────────────────────────────────

-- Fills an empty table shaped like jobs from the log alone. Progress is not in the log. rerun_requested may
-- come out true where a claim has already cleared it, which costs one more run and never loses one.
create function rebuild_job_runs(p_target regclass) returns bigint language plpgsql as $$
declare v_rows bigint;
begin
  execute format($sql$
    with queued as (
      select i.id, q.id as queue, coalesce(i.priority, 0::smallint) as priority, i."targetType", i."targetId",
             i."targetLabel", i."dedupeKey", i.payload, i."triggeredBy", i."parentJobRunId", i."batchId",
             (e.data ->> 'queuedAt')::timestamptz as queued_at
      from events e
      cross join lateral jsonb_to_recordset(e.data -> 'items') as i(
        id uuid, queue text, priority smallint, "targetType" text, "targetId" text, "targetLabel" text,
        "dedupeKey" text, payload jsonb, "triggeredBy" text, "parentJobRunId" uuid, "batchId" uuid)
      join queues q on q.name = i.queue
      where e.type = 'jobs.queued.v1'
    ), change as (
      select c.id, c.rev, c.state, c.attempts, c."maxAttempts", c.error, c.result,
        coalesce(c."startedAt", t.at - make_interval(secs => c."startedAgo" / 1000)) as started_at,
        coalesce(c."finishedAt", t.at - make_interval(secs => c."endedAgo" / 1000)) as finished_at,
        coalesce(c."runAt", t.at + make_interval(secs => c."retryIn")) as run_at
      from events e
      cross join lateral (select (e.data ->> 'at')::timestamptz as at) t
      cross join lateral jsonb_to_recordset(e.data -> 'items') as c(
        id uuid, rev int, state smallint, attempts smallint, "maxAttempts" smallint, error jsonb, result jsonb,
        "startedAt" timestamptz, "finishedAt" timestamptz, "runAt" timestamptz,
        "startedAgo" float8, "endedAgo" float8, "retryIn" float8)
      where e.type in ('jobs.started.v1', 'jobs.settled.v1', 'jobs.requeued.v1', 'jobs.cancelled.v1')
    ), latest as (
      select distinct on (c.id) c.id, c.rev, c.state, c.attempts, c.error, c.result, c.started_at, c.finished_at,
        c.run_at, max(c."maxAttempts") over (partition by c.id) as max_attempts
      from change c order by c.id, c.rev desc
    ), duplicate as (
      select t.id, t.rev from events e
      cross join lateral jsonb_to_recordset(e.data -> 'duplicates') as t(id uuid, rev int)
      where e.type = 'jobs.queued.v1' group by t.id, t.rev
    ), purged as (
      select p.id::uuid as id from events e cross join lateral jsonb_array_elements_text(e.data -> 'ids') as p(id)
      where e.type = 'jobs.purged.v1'
    )
    insert into %s (id, queue, state, priority, attempts, max_attempts, rev, rerun_requested, run_at, target_type,
      target_id, target_label, dedupe_key, payload, triggered_by, parent_job_run_id, batch_id, queued_at,
      started_at, finished_at, result, error)
    select q.id, q.queue, coalesce(l.state, 0::smallint), q.priority, coalesce(l.attempts, 0::smallint),
      coalesce(l.max_attempts, 15::smallint), coalesce(l.rev, 1), t.id is not null, l.run_at, q."targetType",
      q."targetId", q."targetLabel", q."dedupeKey", q.payload, q."triggeredBy", q."parentJobRunId", q."batchId",
      q.queued_at, l.started_at, l.finished_at, l.result, l.error
    from queued q
    left join latest l on l.id = q.id
    left join duplicate t on t.id = q.id and t.rev = coalesce(l.rev, 1) and coalesce(l.state, 0) in (0, 1, 3)
    where not exists (select 1 from purged p where p.id = q.id)
  $sql$, p_target);
  get diagnostics v_rows = row_count;
  return v_rows;
end $$;
