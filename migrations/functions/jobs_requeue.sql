-- Queues the failed jobs whose retry is due, and the delayed jobs whose delay is over. Returns the names of their
-- queues. No retry waits longer than 72 minutes. If a retry is more than two hours ahead, it was therefore scheduled
-- before the clock was set back, and this function queues it immediately. A job whose delay began in the future is also
-- queued immediately, for the same reason. If the delay of a run with waits_for is over, the run is canceled.
--
-- Each queue is locked once, in the order of the ids. Otherwise, two processes that run this function could deadlock.
create or replace function jobs_promote() returns setof text language plpgsql as $$
declare r record; v_ids uuid[]; v_items jsonb;
begin
  for r in
    select q.id, q.name, d.reason from queues q join (
      select distinct j.queue, 'given-up' as reason from jobs j
      where j.state = 0 and j.run_at <= now() and not j.is_held and j.waits_for is not null
      union all
      select distinct j.queue, 'retry-due' from jobs j
      where j.state = 3 and (j.run_at <= now() or j.run_at > now() + interval '2 hours')
      union all
      select distinct j.queue, 'delay-over' from jobs j
      where j.state = 0 and j.run_at is not null and not j.is_held and j.waits_for is null
        and (j.run_at <= now() or j.queued_at > now() + interval '1 minute')
    ) d on d.queue = q.id
    order by q.id, d.reason
  loop
    perform 1 from queues q where q.id = r.id for update;
    if r.reason = 'given-up' then
      with gone as (
        update jobs j set state = 5, rev = j.rev + 1, run_at = null, finished_at = now(), waits_for = null,
          error = jsonb_build_object('message', j.waits_for ->> 'otherwise')
        where j.id in (
          select d.id from jobs d
          where d.state = 0 and d.run_at <= now() and not d.is_held and d.waits_for is not null and d.queue = r.id
            and not exists (select from job_rerun_requests a where a.job_run_id = d.id)
          order by d.run_at limit 500 for update skip locked)
        returning jobs_entry(j) as entry
      )
      select jsonb_agg(g.entry) into v_items from gone g;
      if v_items is not null then
        perform jobs_append(r.id, 'jobs.cancelled.v1', jsonb_build_object('items', v_items));
      end if;
      continue;
    end if;
    if r.reason = 'retry-due' then
      v_ids := array(
        select d.id from jobs d
        where d.state = 3 and (d.run_at <= now() or d.run_at > now() + interval '2 hours') and d.queue = r.id
        order by d.run_at limit 500 for update skip locked);
    else
      v_ids := array(
        select d.id from jobs d
        where d.state = 0 and d.run_at is not null and not d.is_held and d.waits_for is null
          and (d.run_at <= now() or d.queued_at > now() + interval '1 minute') and d.queue = r.id
        order by d.run_at limit 500 for update skip locked);
    end if;
    with due as (
      update jobs j set state = 0, rev = j.rev + 1, run_at = null, started_at = null, finished_at = null, progress = null
      where j.id = any (v_ids) returning jobs_entry(j) as entry
    )
    select jsonb_agg(d.entry) into v_items from due d;
    if v_items is not null then
      perform jobs_append(r.id, 'jobs.requeued.v1', jsonb_build_object('reason', r.reason, 'items', v_items));
      return next r.name;
    end if;
  end loop;
end $$;

-- Returns the time at which a run starts again because of its rerun requests. Null means immediately. A request without
-- a delay takes precedence over requests with a delay.
create or replace function jobs_rerun_at(p_id uuid) returns timestamptz language sql stable as $$
  select case when bool_or(a.run_at is null) or max(a.run_at) <= now() then null else max(a.run_at) end
  from job_rerun_requests a where a.job_run_id = p_id
$$;

-- Handles the rerun requests that no step could handle:
-- - requests that were committed after their run had ended
-- - requests by a user for a run that waits for its retry
-- - requests for a delayed run
--
-- Returns the names of the queues that have work as a result. If the run has an unfinished duplicate by now, the
-- request is moved to the duplicate. If another process is inserting a duplicate at the same time, this function does
-- not wait for it, because this function holds the lock on the queue. The next round handles that request.
create or replace function jobs_rerun() returns setof text language plpgsql set lock_timeout = '100ms' as $$
declare r record; v_items jsonb; v_done uuid[];
begin
  for r in
    select distinct j.queue, q.name from job_rerun_requests a join jobs j on j.id = a.job_run_id
    join queues q on q.id = j.queue
    where j.state in (2, 4, 5) or a.is_starting_now and j.state = 3
      or j.state = 0 and j.run_at is not null and (a.is_starting_now or not j.is_held)
    order by j.queue
  loop
    begin
      perform 1 from queues q where q.id = r.queue for update;
      with moved as (
        select a.ctid as row_id, t.id from job_rerun_requests a join jobs j on j.id = a.job_run_id
        join jobs t on t.queue = j.queue and t.dedupe_key = j.dedupe_key and t.state in (0, 1, 3)
        where j.queue = r.queue and j.state in (2, 4)
      )
      update job_rerun_requests a set job_run_id = m.id from moved m where a.ctid = m.row_id;
      with due as (
        update jobs j set state = 0, rev = j.rev + 1, run_at = jobs_rerun_at(j.id), is_held = false, started_at = null,
          waits_for = case when jobs_rerun_at(j.id) is null then null else j.waits_for end,
          finished_at = null, progress = null, max_attempts = j.attempts + 15
        where j.id in (
          -- Several ended runs with the same key may have rerun requests. Only the newest of these runs is queued.
          select distinct on (coalesce(d.dedupe_key, d.id::text)) d.id
          from job_rerun_requests a join jobs d on d.id = a.job_run_id
          where d.queue = r.queue and (d.state in (2, 4) or a.is_starting_now and d.state = 3
            or d.state = 0 and d.run_at is not null and (a.is_starting_now or not d.is_held))
          order by coalesce(d.dedupe_key, d.id::text), d.id desc)
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

-- Returns the names of the queues with jobs to claim. Workers poll this function, in case a notification was lost.
create or replace function jobs_waiting() returns setof text language sql stable as $$
  select q.name from queues q
  where not q.is_paused and exists (select 1 from jobs j where j.queue = q.id and j.state = 0 and j.run_at is null)
$$;
