-- why: enqueuing what is under way already locks no job row, a request by hand starts a run that waits for its retry, and late log lines of deleted runs are not kept
-- breaking: no

-- Who enqueues what is queued, running or waiting for its retry leaves a row here instead of a mark on the job: the row
-- lock of a mark is held until the caller's transaction ends, and a worker that settles would wait for it under the
-- queue's lock. Deleted by a claim, which sees what the caller wrote; never unique, so that callers never wait either.
create table job_rerun_requests (
  job_run_id uuid not null,
  -- Asked by hand: a run that waits for its retry does not wait any longer.
  is_starting_now boolean not null
);
create index job_rerun_requests_run on job_rerun_requests (job_run_id);
insert into job_rerun_requests select id, false from jobs where rerun_requested and state in (0, 1, 3);
alter table jobs drop column rerun_requested;

-- Inserts jobs, their run records and their event in the caller's transaction. p_items is a JSON array of
-- {id, queue, payload, targetType, targetId, targetLabel, triggeredBy, dedupeKey?, priority?,
-- parentJobRunId?, batchId?}; no two items may share (queue, dedupeKey). Returns only the items that had a
-- living duplicate, with the duplicate's id. For every duplicate a request is left: if it is running and may have read older data, it
-- is queued again when it ends; a claim that comes after this transaction takes the request away.
-- Waits for nobody but a caller who is just inserting the same key, and locks no row that a worker wants.
create or replace function jobs_enqueue(p_items jsonb, p_stream uuid, p_is_notifying boolean)
returns table (item_id uuid, job_run_id uuid) language plpgsql as $$
declare
  v_at timestamptz := clock_timestamp();
  v_known int; v_new int; v_left jsonb := p_items; v_fresh jsonb := p_items; v_duplicates jsonb := '[]'; v_found jsonb;
  v_ids uuid[];
begin
  select count(*) into v_known from jsonb_array_elements(p_items) i(item) join queues q on q.name = i.item ->> 'queue';
  if v_known <> jsonb_array_length(p_items) then
    raise exception 'an item names an unknown queue' using errcode = 'JB001';
  end if;
  -- Once, as a rule. A duplicate may end between the two statements, then its item is new after all.
  loop
    with item as (
      select i.id, q.id as queue, coalesce(i.priority, 0::smallint) as priority, i."targetType", i."targetId",
             i."targetLabel", i."dedupeKey", i.payload, i."triggeredBy", i."parentJobRunId", i."batchId"
      from jsonb_to_recordset(v_left) as i(
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
      on conflict (queue, dedupe_key) where state in (0, 1, 3) and dedupe_key is not null do nothing
      returning jobs.id
    )
    select count(*), array_agg(w.id) into v_new, v_ids from written w;
    exit when v_new = jsonb_array_length(v_left);
    select jsonb_agg(e.item) into v_left from jsonb_array_elements(v_left) e(item)
      where v_ids is null or (e.item ->> 'id')::uuid not in (select unnest(v_ids));
    with duplicate as (
      select t.id, t.rev, q.id as queue, e.item ->> 'dedupeKey' as key, e.item ->> 'triggeredBy' = 'manual' as is_manual
      from jsonb_array_elements(v_left) e(item) join queues q on q.name = e.item ->> 'queue'
      cross join lateral (
        select j.id, j.rev from jobs j
        where j.queue = q.id and j.dedupe_key = e.item ->> 'dedupeKey' and j.state in (0, 1, 3) limit 1) t
    ), requested as (
      insert into job_rerun_requests (job_run_id, is_starting_now) select t.id, t.is_manual from duplicate t
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'rev', t.rev, 'queue', t.queue, 'key', t.key)), '[]')
      into v_found from duplicate t;
    v_duplicates := v_duplicates || v_found;
    exit when jsonb_array_length(v_found) = jsonb_array_length(v_left);
    select jsonb_agg(e.item) into v_left from jsonb_array_elements(v_left) e(item)
      where not exists (
        select from jsonb_to_recordset(v_found) as t(queue smallint, key text) join queues q on q.id = t.queue
        where q.name = e.item ->> 'queue' and t.key = e.item ->> 'dedupeKey');
  end loop;
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

-- Serves the requests that no step could: committed after their run had ended, or by hand for a run that waits. Returns
-- the names of the queues that have work by it. A request whose run has a living duplicate by now goes to the duplicate. A duplicate
-- that is being inserted just now is not waited for, since that would be under the queue's lock: the next second will do.
create function jobs_rerun() returns setof text language plpgsql set lock_timeout = '100ms' as $$
declare r record; v_items jsonb; v_done uuid[];
begin
  for r in
    select distinct j.queue, q.name from job_rerun_requests a join jobs j on j.id = a.job_run_id
    join queues q on q.id = j.queue
    where j.state in (2, 4, 5) or a.is_starting_now and (j.state = 3 or j.state = 0 and j.run_at is not null)
    order by j.queue
  loop
    begin
      perform 1 from queues q where q.id = r.queue for update;
      with moved as (
        select a.ctid as place, t.id from job_rerun_requests a join jobs j on j.id = a.job_run_id
        join jobs t on t.queue = j.queue and t.dedupe_key = j.dedupe_key and t.state in (0, 1, 3)
        where j.queue = r.queue and j.state in (2, 4)
      )
      update job_rerun_requests a set job_run_id = m.id from moved m where a.ctid = m.place;
      with due as (
        update jobs j set state = 0, rev = j.rev + 1, run_at = null, started_at = null, finished_at = null,
          progress = null, max_attempts = j.attempts + 15
        where j.id in (select a.job_run_id from job_rerun_requests a join jobs d on d.id = a.job_run_id
          where d.queue = r.queue and (d.state in (2, 4)
            or a.is_starting_now and (d.state = 3 or d.state = 0 and d.run_at is not null)))
        returning j.id, jobs_entry(j) as entry
      )
      select jsonb_agg(d.entry), array_agg(d.id) into v_items, v_done from due d;
      delete from job_rerun_requests a using jobs j
        where j.id = a.job_run_id and j.queue = r.queue and (j.id = any (v_done) or j.state = 5);
      if v_items is not null then
        perform jobs_append(r.queue, 'jobs.requeued.v1', jsonb_build_object('reason', 'requested', 'items', v_items));
        return next r.name;
      end if;
    exception when lock_not_available or unique_violation then null;
    end;
  end loop;
end $$;

-- The functions below are those of 0002 but for the requests; a claim passes over held runs (state 0 with run_at).
create or replace function jobs_step(p_queue smallint, p_slot smallint, p_worker uuid, p_key int, p_changes jsonb,
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
  v_taken uuid[]; v_ids uuid[]; v_mine int; v_workers int;
begin
  select q.name, q.concurrency, q.is_paused, q.probation, q.stream_id, q.version
    into v_name, v_concurrency, v_is_paused, v_probation, v_stream, v_version
    from queues q where q.id = p_queue for update;
  v_first_version := v_version; v_first_probation := v_probation;

  if p_slot is null then
    if v_is_paused then return; end if;
    select s.slot, s.claimed into v_slot, v_claimed from slots s
      where s.queue = p_queue and s.slot < v_concurrency and s.owner is null order by s.slot limit 1;
    if not found or not exists (
      select 1 from jobs j where j.queue = p_queue and j.state = 0 and j.run_at is null) then return; end if;
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
      returning j.id, j.state
    )
    select array_agg(w.id), array_agg(w.id) filter (where w.state in (3, 4)),
           array_agg(w.id) filter (where w.state in (2, 4) and exists (
             select from job_rerun_requests r where r.job_run_id = w.id)),
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
        update jobs j set state = 0, rev = j.rev + 1, max_attempts = j.attempts + 15,
          run_at = null, started_at = null, finished_at = null, progress = null
        where j.id = any (v_again) returning jobs_entry(j) as entry
      )
      insert into events (stream_id, version, type, data)
        select v_stream, v_version, 'jobs.requeued.v1', jsonb_build_object('queue', v_name, 'at', v_at,
               'reason', 'requested-while-running', 'items', jsonb_agg(a.entry)) from again a;
      delete from job_rerun_requests r where r.job_run_id = any (v_again);
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
      select array_agg(x.id) into v_ids from (
        select j.id from jobs j where j.queue = p_queue and j.state = 0 and j.run_at is null
        order by j.priority, j.id limit p_take) x;
    else
      select array_agg(x.id) into v_ids from (
        select j.id from jobs j
        where j.queue = p_queue and j.state = 0 and j.run_at is null and j.id not in (select unnest(v_taken))
        order by j.priority, j.id limit p_take) x;
    end if;
    -- What is visible was asked by a transaction whose data this run sees. A request that is not committed yet stays.
    delete from job_rerun_requests r where r.job_run_id = any (v_ids);
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

-- Names of the queues that have something to claim: the poll that heals a lost notification.
create or replace function jobs_waiting() returns setof text language sql stable as $$
  select q.name from queues q
  where not q.is_paused and exists (select 1 from jobs j where j.queue = q.id and j.state = 0 and j.run_at is null)
$$;

create or replace function jobs_cancel(p_ids uuid[], p_queue text) returns setof uuid language plpgsql as $$
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
      update jobs j set state = 5, rev = j.rev + 1, finished_at = now(), run_at = null
      where j.id = any (v_ids) and j.state in (0, 1, 3, 4)
      returning j.id, jobs_entry(j) as entry
    )
    select jsonb_agg(g.entry), array_agg(g.id) into v_items, v_done from gone g;
    continue when v_items is null;
    delete from job_rerun_requests q where q.job_run_id = any (v_done);
    perform jobs_append(r.id, 'jobs.cancelled.v1', jsonb_build_object('items', v_items));
    perform pg_notify('jobs_cancel', c::text) from unnest(v_running) c where c = any (v_done);
    return query select unnest(v_done);
  end loop;
end $$;

create or replace function jobs_delete(p_ids uuid[]) returns int language plpgsql as $$
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
    delete from job_rerun_requests q where q.job_run_id = any (v_gone);
    delete from job_attempts a where a.job_run_id = any (v_gone);
    perform jobs_append(r.queue, 'jobs.purged.v1', jsonb_build_object('ids', to_jsonb(v_gone)));
    v_total := v_total + cardinality(v_gone);
  end loop;
  return v_total;
end $$;

create or replace function rebuild_job_runs(p_target regclass) returns bigint language plpgsql as $$
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
    ), purged as (
      select p.id::uuid as id from events e cross join lateral jsonb_array_elements_text(e.data -> 'ids') as p(id)
      where e.type = 'jobs.purged.v1'
    )
    insert into %s (id, queue, state, priority, attempts, max_attempts, rev, run_at, target_type,
      target_id, target_label, dedupe_key, payload, triggered_by, parent_job_run_id, batch_id, queued_at,
      started_at, finished_at, result, error)
    select q.id, q.queue, coalesce(l.state, 0::smallint), q.priority, coalesce(l.attempts, 0::smallint),
      coalesce(l.max_attempts, 15::smallint), coalesce(l.rev, 1), l.run_at, q."targetType",
      q."targetId", q."targetLabel", q."dedupeKey", q.payload, q."triggeredBy", q."parentJobRunId", q."batchId",
      q.queued_at, l.started_at, l.finished_at, l.result, l.error
    from queued q
    left join latest l on l.id = q.id
    where not exists (select 1 from purged p where p.id = q.id)
  $sql$, p_target);
  get diagnostics v_rows = row_count;
  return v_rows;
end $$;

-- Adds log lines of one attempt, at most 1000 per run. Lines of a run that was deleted meanwhile are dropped: a deletion
-- waits for this statement or this statement for it.
create or replace function jobs_log(p_lines jsonb) returns void language sql as $$
  with run as (
    select j.id from jobs j
    where j.id in (select x.id from jsonb_to_recordset(p_lines) as x(id uuid)) order by j.id for key share
  )
  insert into job_log_lines (job_run_id, attempt, at, level, text)
  select l.id, l.attempt, now() - make_interval(secs => l.ago / 1000), l.level, l.text
  from (select x.id, x.attempt, x.ago, x.level, x.text, row_number() over (partition by x.id) as n
        from jsonb_to_recordset(p_lines) as x(id uuid, attempt smallint, ago float8, level text, text text)) l
  join run on run.id = l.id
  where l.n + (select count(*) from job_log_lines e where e.job_run_id = l.id) <= 1000
$$;
delete from job_log_lines l where not exists (select from jobs j where j.id = l.job_run_id);
