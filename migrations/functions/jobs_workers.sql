-- Records that a worker is alive, and renews the leases of the slots that it reports as used (two parallel arrays). If
-- the response to a claim was lost, the worker does not know its slot. Such a slot expires and is reaped.
--   p_cores     number of jobs of resource cpu that the worker can run at the same time
--   p_process   identifies the process in all of its sessions
--   p_crashed   null, or the pid of the process that this process replaces on this host, if that process is known to
--               have crashed (and not to have been ended by a signal)
-- A row with a future time belongs to a worker that died before the clock was set back. A living worker writes its row
-- again with its next heartbeat.
create or replace function jobs_heartbeat(p_worker uuid, p_key int, p_host text, p_pid int, p_queues text[],
                          p_slot_queues smallint[], p_slots smallint[], p_process uuid default null,
                          p_crashed int default null, p_cores int default 1) returns void language plpgsql as $$
declare v_is_first boolean;
begin
  insert into workers as w (id, key, host, pid, queues, started_at, seen_at, process, cores)
    values (p_worker, p_key, p_host, p_pid, p_queues, now(), now(), p_process, p_cores)
    on conflict (id) do update set seen_at = now()
    returning w.xmax = 0 into v_is_first;
  if v_is_first and p_process is not null then
    -- The process was only disconnected, so other workers recorded a death that did not happen.
    update job_attempts a set lost_worker = null from workers w
      where w.process = p_process and w.id <> p_worker and a.lost_worker = w.id;
  end if;
  if v_is_first and p_crashed is not null then
    update workers w set is_crashed = true
      where w.host = p_host and w.pid = p_crashed and w.stopped_at is null and w.id <> p_worker;
  end if;
  delete from cpu_reservations where expires_at < now() - interval '1 minute' or expires_at > now() + interval '1 minute';
  delete from workers where seen_at < now() - interval '1 day' or seen_at > now() + interval '1 minute';
  update slots s set lease = now() + interval '30 s' from unnest(p_slot_queues, p_slots) as u(queue, slot)
    where s.queue = u.queue and s.slot = u.slot and s.owner = p_worker;
end $$;

-- Records that the worker stops on purpose, so that the end of its process is not blamed on its jobs.
create or replace function jobs_deregister(p_worker uuid) returns void language sql as $$
  update workers set seen_at = now(), stopped_at = now() where id = p_worker
$$;

-- Frees the slots of lost owners. An owner is lost if its lease has expired, or if its session lock no longer exists in
-- this database. Started jobs are queued again. The first claim is also queued again, even if it was not marked as
-- started, because it may have killed the worker before that. The attempt is counted. A job without attempts left is
-- exhausted. If the process died twice during a run, the run is held until jobs_resolve_held decides.
--
-- The loss of an owner counts as a death of the process, with these exceptions:
-- - The lock is still held, because the process is frozen or the machine slept.
-- - The lease is from before the database started, because all processes stopped together.
-- - The worker had been told to stop.
-- - The process of the worker is registered again.
create or replace function jobs_reap() returns table (queue_name text, requeued int, exhausted int) language plpgsql as $$
declare
  r record;
  v_error jsonb := '{"message": "The worker stopped while it ran this job"}';
  v_claimed uuid[]; v_back jsonb; v_dead jsonb; v_is_death boolean;
begin
  for r in
    select s.queue, s.slot, s.owner, s.lease, q.name, l.is_locked
    from slots s join queues q on q.id = s.queue
    cross join lateral (select exists (
      select 1 from pg_locks l where l.locktype = 'advisory' and l.classid = 7001 and l.objid = s.owner_key::oid
        and l.objsubid = 2 and l.granted
        and l.database = (select d.oid from pg_database d where d.datname = current_database())) as is_locked) l
    where s.owner is not null and (s.lease < now() or not l.is_locked)
    order by s.queue, s.slot
  loop
    perform 1 from queues q where q.id = r.queue for update;
    select s.claimed into v_claimed from slots s where s.queue = r.queue and s.slot = r.slot and s.owner = r.owner;
    if not found then continue; end if;
    v_is_death := not r.is_locked and r.lease - interval '30 s' > pg_postmaster_start_time() and not exists (
      select from workers w where w.id = r.owner and (w.stopped_at is not null or exists (
        select from workers n where n.process = w.process and n.id <> w.id and n.started_at >= w.started_at)));
    perform 1 from jobs j where j.id = any (v_claimed) order by j.dedupe_key collate "C", j.id for update;
    if v_is_death and cardinality(v_claimed) > 1 and not exists (
      select from jobs j where j.id = any (v_claimed) and j.state = 1) then
      update workers w set is_unclear = true where w.id = r.owner;
    end if;
    -- If several claims were not marked as started yet, any of them may have been running, so the death is not
    -- attributed to any of them.
    insert into job_attempts (job_run_id, attempt, started_at, finished_at, error, lost_worker)
      select j.id, case when j.state = 0 then j.attempts + 1 else j.attempts end, j.started_at, now(), v_error,
             case when v_is_death and (j.state = 1 or cardinality(v_claimed) = 1) then r.owner end
      from jobs j where j.id = any (v_claimed) and (j.state = 1 or (j.state = 0 and j.id = v_claimed[1]))
      on conflict (job_run_id, attempt) do nothing;
    with lost as (
      update jobs j set rev = j.rev + 1,
        attempts = j.attempts + case when j.state = 0 then 1 else 0 end,
        state = case when j.attempts + case when j.state = 0 then 1 else 0 end >= j.max_attempts then 4 else 0 end,
        finished_at = case when j.attempts + case when j.state = 0 then 1 else 0 end >= j.max_attempts then now() end,
        started_at = case when j.attempts + case when j.state = 0 then 1 else 0 end >= j.max_attempts then j.started_at end,
        run_at = case when v_is_death and j.attempts + case when j.state = 0 then 1 else 0 end < j.max_attempts
                       and jobs_deaths(j.id, j.max_attempts) >= 2 then now() + interval '10 s' end,
        is_held = v_is_death and j.attempts + case when j.state = 0 then 1 else 0 end < j.max_attempts
                  and jobs_deaths(j.id, j.max_attempts) >= 2,
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
    update slots s set owner = null, owner_key = null, lease = null, taken_at = null, claimed = '{}'
      where s.queue = r.queue and s.slot = r.slot;
    update queues q set probation = least(1000, greatest(q.probation, cardinality(v_claimed))) where q.id = r.queue;
    queue_name := r.name;
    requeued := coalesce(jsonb_array_length(v_back), 0);
    exhausted := coalesce(jsonb_array_length(v_dead), 0);
    return next;
  end loop;
end $$;
