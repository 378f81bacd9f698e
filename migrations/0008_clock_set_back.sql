-- why: a clock that is set back must not make retries wait, nor dead workers look alive, for as long as it was ahead
-- breaking: no

-- A row from the future is of a worker that died before the clock was set back; a living one is there again with its
-- next beat.
create or replace function jobs_heartbeat(p_worker uuid, p_key int, p_host text, p_pid int, p_queues text[],
                          p_slot_queues smallint[], p_slots smallint[]) returns void language plpgsql as $$
begin
  insert into workers as w (id, key, host, pid, queues, started_at, seen_at)
    values (p_worker, p_key, p_host, p_pid, p_queues, now(), now())
    on conflict (id) do update set seen_at = now();
  delete from workers where seen_at < now() - interval '1 day' or seen_at > now() + interval '1 minute';
  update slots s set lease = now() + interval '30 s' from unnest(p_slot_queues, p_slots) as u(queue, slot)
    where s.queue = u.queue and s.slot = u.slot and s.owner = p_worker;
end $$;

-- Queues again the failed jobs whose retry time has come; returns the names of their queues. No retry waits longer than
-- 72 minutes: what lies two hours ahead was dated before the clock was set back.
create or replace function jobs_promote() returns setof text language plpgsql as $$
declare r record; v_items jsonb;
begin
  for r in
    select q.id, q.name from queues q
    where q.id in (select j.queue from jobs j where j.state = 3 and (j.run_at <= now() or j.run_at > now() + interval '2 hours')) order by q.id
  loop
    perform 1 from queues q where q.id = r.id for update;
    with due as (
      update jobs j set state = 0, rev = j.rev + 1, run_at = null, started_at = null, finished_at = null, progress = null
      where j.id in (select d.id from jobs d where d.state = 3 and (d.run_at <= now() or d.run_at > now() + interval '2 hours')
                     and d.queue = r.id order by d.run_at limit 500 for update skip locked)
      returning j.id, jobs_entry(j) as entry
    )
    select jsonb_agg(d.entry) into v_items from due d;
    if v_items is not null then
      perform jobs_append(r.id, 'jobs.requeued.v1', jsonb_build_object('reason', 'retry-due', 'items', v_items));
      return next r.name;
    end if;
  end loop;
end $$;
