-- Cancels runs that are queued, started or waiting for a retry, and notifies the workers. Returns the canceled ids.
-- Cancels the given runs, or at most 5000 runs of one queue or of each queue. In the latter case, call this function
-- until it returns no ids. Completed and canceled runs do not change. "Failed, exhausted" runs do not change either if
-- a user cancels, because canceling must not hide errors. With p_reason, which only the server passes, they are
-- canceled too. p_by is the username of the caller, if any. p_reason is shown as the error of the run.
create or replace function jobs_cancel(p_ids uuid[], p_queue text, p_by text default null, p_reason text default null)
returns setof uuid language plpgsql as $$
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
      where j.queue = r.id and (p_ids is null or j.id = any (p_ids))
        and (j.state in (0, 1, 3) or j.state = 4 and p_ids is not null and p_reason is not null)
      order by j.dedupe_key collate "C", j.id limit 5000 for update);
    select array_agg(c) into v_running from (
      select unnest(s.claimed) as c from slots s where s.queue = r.id and s.owner is not null) x;
    with gone as (
      update jobs j set state = 5, rev = j.rev + 1, finished_at = now(), run_at = null, is_held = false,
        canceled_by = p_by, waits_for = null,
        error = case when p_reason is null then j.error else jsonb_build_object('message', p_reason) end
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

-- Queues failed runs again immediately. If p_ids is given, retries these runs, which may also be canceled runs. If
-- p_ids is null, retries at most 5000 failed runs of one queue or of each queue. In this case, call this function until
-- it returns no ids. The count of attempts continues, and fifteen more attempts are allowed. A run with an unfinished
-- duplicate does not change.
--
-- Another caller may be inserting the duplicate at the same time. Once that caller has committed, the statement of this
-- function runs again and sees the duplicate. If the insert takes longer than half a second, the runs of the queue do
-- not change, because this function must not wait while it holds the lock on the queue.
create or replace function jobs_retry(p_ids uuid[], p_queue text) returns setof uuid language plpgsql as $$
declare r record; v_items jsonb; v_done uuid[]; v_timeout text := current_setting('lock_timeout');
begin
  for r in
    select q.id, q.name from queues q
    where (p_queue is null or q.name = p_queue)
      and q.id in (select j.queue from jobs j where p_ids is null and j.state in (3, 4) or j.id = any (p_ids))
    order by q.id
  loop
    perform 1 from queues q where q.id = r.id for update;
    for v_try in 1..3 loop
      begin
        perform set_config('lock_timeout', '500ms', true);
        with again as (
          update jobs j set state = 0, rev = j.rev + 1, run_at = null, started_at = null, finished_at = null,
            progress = null, max_attempts = j.attempts + 15, canceled_by = null,
            retries = least(j.retries + 1, 32767)
          where j.id in (
            select distinct on (coalesce(c.dedupe_key, c.id::text) collate "C") c.id from jobs c
            where c.queue = r.id and (p_ids is null and c.state in (3, 4) or c.id = any (p_ids) and c.state in (3, 4, 5))
              and (c.state = 3 or c.dedupe_key is null or not exists (
                select 1 from jobs t where t.queue = c.queue and t.dedupe_key = c.dedupe_key and t.state in (0, 1, 3)))
            order by coalesce(c.dedupe_key, c.id::text) collate "C", c.state, c.id desc limit 5000)
          returning j.id, jobs_entry(j) as entry
        )
        select jsonb_agg(a.entry), array_agg(a.id) into v_items, v_done from again a;
        exit;
      exception
        when unique_violation then v_items := null;
        when lock_not_available then v_items := null; exit;
      end;
    end loop;
    perform set_config('lock_timeout', v_timeout, true);
    continue when v_items is null;
    perform jobs_append(r.id, 'jobs.requeued.v1', jsonb_build_object('reason', 'requested', 'items', v_items));
    perform pg_notify('jobs', r.name);
    return query select unnest(v_done);
  end loop;
end $$;

-- Pauses or resumes claims of a queue. Running jobs continue. Returns true if the queue exists.
create or replace function jobs_pause(p_queue text, p_is_paused boolean) returns boolean language plpgsql as $$
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

-- Sets the maximum number of jobs that each queue may run at the same time, over all workers (1 to 16). The new value
-- applies from the next claim.
create or replace function set_worker_concurrency(p_factor int) returns void language plpgsql as $$
begin
  perform 1 from queues order by id for update;
  update queues set worker_factor = p_factor where worker_factor <> p_factor;
  perform pg_notify('jobs', (select string_agg(name, ',') from queues));
end $$;
