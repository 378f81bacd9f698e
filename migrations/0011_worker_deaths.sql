-- why: a job that takes its worker down is given up after two deaths, not after fifteen attempts; who merely ran beside it is not
-- breaking: no

-- The worker whose process died while this attempt ran; null when the attempt ended otherwise, was handed back, or
-- only lost its lease or its connection. Deaths are counted here, apart from attempts.
alter table job_attempts add column lost_worker uuid;
create index job_attempts_deaths on job_attempts (lost_worker, job_run_id) where lost_worker is not null;

-- One process is several workers, one after the other, when it loses its connection. A process that comes back lives.
alter table workers add column process uuid, add column is_crashed boolean not null default false;
create index jobs_held on jobs (queue, run_at) where state = 0 and run_at is not null;

-- How often the process died under a run since it was last asked for: a retry by hand begins a new count.
create function jobs_deaths(p_id uuid, p_max_attempts smallint) returns int language sql stable as $$
  select count(*)::int from job_attempts a
  where a.job_run_id = p_id and a.lost_worker is not null and a.attempt > p_max_attempts - 15
$$;

drop function jobs_heartbeat(uuid, int, text, int, text[], smallint[], smallint[]);

-- Presence of one worker, and renewal of the leases of the slots it says it uses (two arrays, in step). A slot
-- it does not know of, because the answer to its claim was lost, runs out and is reaped.
--   p_process   names the process over all its sessions; p_crashed is null, or the pid of the process it replaces on
--               this host when that is known to have ended by itself (and not by a signal that anyone can send)
-- A row from the future is of a worker that died before the clock was set back; a living one is there again with its
-- next beat.
create function jobs_heartbeat(p_worker uuid, p_key int, p_host text, p_pid int, p_queues text[],
                          p_slot_queues smallint[], p_slots smallint[], p_process uuid default null,
                          p_crashed int default null) returns void language plpgsql as $$
declare v_is_first boolean;
begin
  insert into workers as w (id, key, host, pid, queues, started_at, seen_at, process)
    values (p_worker, p_key, p_host, p_pid, p_queues, now(), now(), p_process)
    on conflict (id) do update set seen_at = now()
    returning w.xmax = 0 into v_is_first;
  if v_is_first and p_process is not null then
    -- It was only cut off: what others took for its death was none.
    update job_attempts a set lost_worker = null from workers w
      where w.process = p_process and w.id <> p_worker and a.lost_worker = w.id;
  end if;
  if v_is_first and p_crashed is not null then
    update workers w set is_crashed = true
      where w.host = p_host and w.pid = p_crashed and w.stopped_at is null and w.id <> p_worker;
  end if;
  delete from workers where seen_at < now() - interval '1 day' or seen_at > now() + interval '1 minute';
  update slots s set lease = now() + interval '30 s' from unnest(p_slot_queues, p_slots) as u(queue, slot)
    where s.queue = u.queue and s.slot = u.slot and s.owner = p_worker;
end $$;

-- Frees the slots of lost owners: the lease is over, or the session lock of the owner is gone from this
-- database. Started jobs, and the head of the claims (it may have killed the worker before it was marked
-- started), are queued again with the attempt counted; a job without attempts left is exhausted.
-- It is a death of the process, and counted as one, unless
--   the lock is still there (frozen, or the machine slept), the lease is from before the database started (all went
--   down together), the worker had been told to stop, or its process is here again.
-- A run under which the process died twice is held until jobs_resolve_held decides.
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
    -- Of several claims that were not marked yet any may have been running: then it is nobody's death.
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

-- Decides about the runs that are held because their process died twice under them; returns the queues that may go on.
--   Given up: no other run of the last death has such a record, and either each death is known to be a crash of the
--             process itself, or this was at least the third, of a trial.
--   Tried:    one such run at a time over all queues, once a worker of its queue has lived for ten seconds. Somebody
--             who kills workers at random hits the same run twice soon; a worker that lived before and dies with the
--             run says that it was the run.
create function jobs_resolve_held() returns setof text language plpgsql as $$
declare r record; v_deaths int; v_is_culprit boolean; v_is_due boolean; v_entry jsonb; v_last uuid;
begin
  for r in
    select j.id, j.queue, q.name, q.is_paused from jobs j join queues q on q.id = j.queue
    where j.state = 0 and j.run_at is not null order by j.queue, j.run_at, j.id
  loop
    perform 1 from queues q where q.id = r.queue for update;
    select jobs_deaths(j.id, j.max_attempts), j.run_at <= now() or j.run_at > now() + interval '1 minute'
      into v_deaths, v_is_due from jobs j where j.id = r.id and j.state = 0 and j.run_at is not null for update;
    if not found then continue; end if;
    select a.lost_worker into v_last from job_attempts a
      where a.job_run_id = r.id and a.lost_worker is not null order by a.attempt desc limit 1;
    v_is_culprit := v_deaths >= 2 and not exists (
      select from job_attempts o join jobs t on t.id = o.job_run_id
      where o.lost_worker = v_last and o.job_run_id <> r.id and jobs_deaths(t.id, t.max_attempts) >= 2
    ) and (v_deaths >= 3 and v_is_due or v_deaths = (
      select count(*) from job_attempts a join workers w on w.id = a.lost_worker join jobs j on j.id = a.job_run_id
      where a.job_run_id = r.id and w.is_crashed and a.attempt > j.max_attempts - 15));
    if v_is_culprit then
      update jobs j set state = 4, rev = j.rev + 1, run_at = null, finished_at = now(),
        error = jsonb_build_object('message', format('The worker died %s while it ran this job',
          case v_deaths when 2 then 'twice' else v_deaths || ' times' end))
        where j.id = r.id returning jobs_entry(j) into v_entry;
      perform jobs_append(r.queue, 'jobs.settled.v1', jsonb_build_object('reason', 'worker-lost', 'items', jsonb_build_array(v_entry)));
      continue;
    end if;
    continue when not v_is_due or v_deaths >= 2 and (r.is_paused or exists (
      select from job_attempts a join jobs t on t.id = a.job_run_id join queues q on q.id = t.queue
      where a.lost_worker is not null and t.id <> r.id and a.attempt > t.max_attempts - 15
        and (t.state = 1 or t.state = 0 and t.run_at is null and not q.is_paused)
      group by t.id having count(*) >= 2
    ) or not exists (
      select from workers w where r.name = any (w.queues) and w.stopped_at is null
        and w.started_at < now() - interval '10 s' and w.seen_at > now() - interval '25 s'
        and exists (select from pg_locks l where l.locktype = 'advisory' and l.classid = 7001 and l.objid = w.key::oid
                    and l.objsubid = 2 and l.granted)));
    update jobs j set rev = j.rev + 1, run_at = null where j.id = r.id returning jobs_entry(j) into v_entry;
    perform jobs_append(r.queue, 'jobs.requeued.v1', jsonb_build_object('reason', 'trial', 'items', jsonb_build_array(v_entry)));
    update queues q set probation = greatest(q.probation, 1) where q.id = r.queue;
    return next r.name;
  end loop;
end $$;
