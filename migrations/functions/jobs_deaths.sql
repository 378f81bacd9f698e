-- Returns how often the process died during a run since the run was last requested. A manual retry starts a new count.
create or replace function jobs_deaths(p_id uuid, p_max_attempts smallint) returns int language sql stable as $$
  select count(*)::int from job_attempts a
  where a.job_run_id = p_id and a.lost_worker is not null and a.attempt > p_max_attempts - 15
$$;

-- Decides about the runs that are held because their process died twice during them. Returns the queues that have work.
--
-- This function gives up a run only if the last death affected no other run that has also seen two deaths. In addition,
-- one of two conditions must be met:
-- - This was at least the third death, and it happened during a trial.
-- - Each death is known to be a crash of the process itself, and has no other explanation. A death has another
--   explanation if it also affected a run that was given up because of its deaths. It also has another explanation if
--   there were several claims and any of them may have been running.
--
-- If a run is not given up, this function tries the run once a worker of its queue has lived for ten seconds. It tries
-- only one such run at a time, over all queues. Random kills may hit the same run twice in a short time. But if a
-- worker that has lived for a while dies with the run, the run is probably the cause.
create or replace function jobs_resolve_held() returns setof text language plpgsql as $$
declare r record; v_deaths int; v_is_culprit boolean; v_is_due boolean; v_entry jsonb; v_last uuid;
begin
  for r in
    select j.id, j.queue, q.name, q.is_paused from jobs j join queues q on q.id = j.queue
    where j.state = 0 and j.run_at is not null and j.is_held order by j.queue, j.run_at, j.id
  loop
    perform 1 from queues q where q.id = r.queue for update;
    select jobs_deaths(j.id, j.max_attempts), j.run_at <= now() or j.run_at > now() + interval '1 minute'
      into v_deaths, v_is_due from jobs j where j.id = r.id and j.state = 0 and j.is_held for update;
    if not found then continue; end if;
    select a.lost_worker into v_last from job_attempts a
      where a.job_run_id = r.id and a.lost_worker is not null order by a.attempt desc limit 1;
    v_is_culprit := v_deaths >= 2 and not exists (
      select from job_attempts o join jobs t on t.id = o.job_run_id
      where o.lost_worker = v_last and o.job_run_id <> r.id and jobs_deaths(t.id, t.max_attempts) >= 2
    ) and (v_deaths >= 3 and v_is_due or v_deaths = (
      select count(*) from job_attempts a join workers w on w.id = a.lost_worker join jobs j on j.id = a.job_run_id
      where a.job_run_id = r.id and w.is_crashed and not w.is_unclear and a.attempt > j.max_attempts - 15
        and not exists (
          select from job_attempts o join jobs t on t.id = o.job_run_id
          where o.lost_worker = a.lost_worker and o.job_run_id <> r.id and t.state = 4
            and jobs_deaths(t.id, t.max_attempts) >= 2)));
    if v_is_culprit then
      update jobs j set state = 4, rev = j.rev + 1, run_at = null, is_held = false, finished_at = now(),
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
    update jobs j set rev = j.rev + 1, run_at = null, is_held = false where j.id = r.id returning jobs_entry(j) into v_entry;
    perform jobs_append(r.queue, 'jobs.requeued.v1', jsonb_build_object('reason', 'trial', 'items', jsonb_build_array(v_entry)));
    update queues q set probation = greatest(q.probation, 1) where q.id = r.queue;
    return next r.name;
  end loop;
end $$;
