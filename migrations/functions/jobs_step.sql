-- Settles jobs, marks jobs as started, claims jobs and renews the lease, under the row lock of the queue and in one
-- commit.
--   p_slot     null to take a free slot, but no more than a fair share while other workers are alive; otherwise the caller's
--              slot (error JB002 if the caller no longer owns it)
--   p_changes  null or [{id, rev, state, attempts, startedAgo, endedAgo, retryIn, error, result, key}]: rev is the new
--              revision and rejects late writers, ages are milliseconds before now, retryIn is in seconds, key is the
--              dedupe key (lock order), and state -1 only drops the claim
--   p_holding  null, or the only claims that the caller still knows (after a lost response, or to release all other
--              claims)
--   p_take     maximum number of jobs to claim
-- A free slot is taken under the lock of the queue's resource, within its budget. If the budget is not sufficient,
-- queues with more urgent work go first, and then the queues that were served longest ago. A queue gives up a slot that
-- it has had for two seconds.
-- This function must stay plpgsql and volatile. Each statement needs a snapshot taken after the lock, or jobs run
-- twice. The settings keep the plans on the partial indexes as history grows (15.7-17.7 instead of 28 microseconds).
create or replace function jobs_step(p_queue smallint, p_slot smallint, p_worker uuid, p_key int, p_changes jsonb,
                          p_holding uuid[], p_take int)
returns table (
  slot smallint, id uuid, rev int, attempts smallint, max_attempts smallint, is_on_probation boolean,
  payload jsonb, dedupe_key text, target_type text, target_id text, target_label text,
  triggered_by text, batch_id uuid
) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_at timestamptz := now();
  v_name text; v_resource text; v_served timestamptz; v_concurrency smallint; v_is_paused boolean; v_probation int; v_stream uuid; v_version int;
  v_first_version int; v_first_probation int;
  v_slot smallint; v_owner uuid; v_since timestamptz; v_claimed uuid[]; v_priority_limit smallint; v_left int;
  v_is_settling boolean := false; v_written uuid[]; v_failed uuid[]; v_again uuid[];
  v_completed int; v_started int; v_back int; v_busy bigint; v_requested int; v_settled jsonb;
  v_taken uuid[]; v_ids uuid[]; v_own int; v_workers int;
begin
  select q.name, q.resource, q.served_at, q.concurrency, q.is_paused, q.probation, q.stream_id, q.version
    into v_name, v_resource, v_served, v_concurrency, v_is_paused, v_probation, v_stream, v_version
    from queues q where q.id = p_queue for update;
  v_first_version := v_version; v_first_probation := v_probation;
  v_priority_limit := case when v_resource = 'cpu' and p_take > 0 then jobs_priority_limit(v_resource) else 32767 end;

  if p_slot is null then
    if v_is_paused then return; end if;
    select s.slot, s.claimed into v_slot, v_claimed from slots s
      where s.queue = p_queue and s.slot < v_concurrency and s.owner is null order by s.slot limit 1;
    if not found or not exists (
      select 1 from jobs j where j.queue = p_queue and j.state = 0 and j.run_at is null
        and j.priority <= v_priority_limit) then return; end if;
    if v_concurrency > 1 then
      select count(*) into v_own from slots s where s.queue = p_queue and s.owner = p_worker;
      select greatest(1, count(*)) into v_workers from workers w
        where v_name = any (w.queues) and w.stopped_at is null and w.seen_at > now() - interval '25 s';
      if v_own >= (v_concurrency + v_workers - 1) / v_workers then return; end if;
    end if;
    perform 1 from job_resources r where r.name = v_resource for update;
    v_left := jobs_budget_left(v_resource);
    if v_left < 1 or v_left <= (select count(*) from jobs_contenders(p_queue, v_resource, v_priority_limit) c
                                where (c.urgency, c.served_at) < (jobs_urgency(p_queue, v_priority_limit), v_served)) then return; end if;
    v_since := v_at;
    update queues set served_at = v_at where id = p_queue;
  else
    select s.slot, s.owner, s.taken_at, s.claimed into v_slot, v_owner, v_since, v_claimed from slots s
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
      returning j.id, j.state, greatest(0, c."startedAgo" - c."endedAgo") as busy
    )
    select array_agg(w.id), array_agg(w.id) filter (where w.state in (3, 4)),
           array_agg(w.id) filter (where w.state in (2, 4) and exists (
             select from job_rerun_requests r where r.job_run_id = w.id)),
           count(*) filter (where w.state = 2), count(*) filter (where w.state = 1), count(*) filter (where w.state = 0),
           coalesce(sum(w.busy) filter (where w.state in (2, 3, 4)), 0)
      into v_written, v_failed, v_again, v_completed, v_started, v_back, v_busy from written w;

    if v_completed > 0 or v_failed is not null then
      v_is_settling := true;
      v_version := v_version + 1;
      -- Usually all changes settle jobs and are accepted. The event then contains the array unchanged.
      if v_completed + coalesce(cardinality(v_failed), 0) = v_requested then v_settled := p_changes;
      else
        select jsonb_agg(c) into v_settled from jsonb_array_elements(p_changes) c
          where (c ->> 'state')::int in (2, 3, 4) and (c ->> 'id')::uuid = any (v_written);
      end if;
      insert into events (stream_id, version, type, data) values (v_stream, v_version, 'jobs.settled.v1',
        jsonb_build_object('queue', v_name, 'at', v_at, 'items', v_settled));
      insert into job_throughput as t (queue, minute, completed, failed, busy_ms, first_at)
        values (p_queue, date_trunc('minute', v_at), v_completed, coalesce(cardinality(v_failed), 0), v_busy, v_at)
        on conflict (queue, minute) do update
        set completed = t.completed + excluded.completed, failed = t.failed + excluded.failed,
            busy_ms = t.busy_ms + excluded.busy_ms;
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
          run_at = jobs_rerun_at(j.id), started_at = null, finished_at = null, progress = null
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

  if p_take > 0 and v_since < v_at - interval '2 s' and exists (
    select from jobs_contenders(p_queue, v_resource, v_priority_limit)) and jobs_budget_left(v_resource) < 1
  then p_take := 0; end if;
  if p_take > 0 and not v_is_paused and v_slot < v_concurrency then
    if v_probation > 0 then p_take := 1; end if;
    select array_agg(c) into v_taken from (
      select unnest(s.claimed) as c from slots s where s.queue = p_queue and s.slot <> v_slot
      union all select unnest(v_claimed)) t;
    if v_taken is null then
      select array_agg(x.id) into v_ids from (
        select j.id from jobs j
        where j.queue = p_queue and j.state = 0 and j.run_at is null and j.priority <= v_priority_limit
        order by j.priority, j.id limit p_take) x;
    else
      select array_agg(x.id) into v_ids from (
        select j.id from jobs j
        where j.queue = p_queue and j.state = 0 and j.run_at is null and j.priority <= v_priority_limit
          and j.id not in (select unnest(v_taken))
        order by j.priority, j.id limit p_take) x;
    end if;
    -- Visible requests were made by transactions whose data this run sees. Requests that are not committed yet or are
    -- for a later time are kept.
    delete from job_rerun_requests r where r.job_run_id = any (v_ids) and (r.run_at is null or r.run_at <= v_at);
    if v_probation > 0 and v_ids is not null then v_probation := v_probation - 1; end if;
  end if;

  if v_version <> v_first_version or v_probation <> v_first_probation then
    update queues set version = v_version, probation = v_probation where id = p_queue;
  end if;
  -- A claim that is lost in a crash of the database costs nothing, so a step that only claims does not wait for the
  -- disk.
  if not v_is_settling then perform set_config('synchronous_commit', 'off', true); end if;

  v_claimed := v_claimed || coalesce(v_ids, '{}');
  if cardinality(v_claimed) = 0 then
    if p_slot is not null then
      update slots set owner = null, owner_key = null, lease = null, taken_at = null, claimed = '{}'
        where queue = p_queue and slot = v_slot;
      perform pg_notify('jobs', string_agg(c.name, ',')) from jobs_contenders(p_queue, v_resource, v_priority_limit) c
        having count(*) > 0;
    end if;
    return;
  end if;
  update slots set owner = p_worker, owner_key = p_key, claimed = v_claimed, lease = v_at + interval '30 s',
      taken_at = v_since
    where queue = p_queue and slot = v_slot;
  if v_ids is not null then
    return query
      select v_slot, j.id, j.rev, j.attempts, j.max_attempts, v_first_probation > 0, j.payload, j.dedupe_key,
             j.target_type, j.target_id, j.target_label, j.triggered_by, j.batch_id
      from jobs j where j.id = any (v_ids) order by j.priority, j.id;
  end if;
end $$;
