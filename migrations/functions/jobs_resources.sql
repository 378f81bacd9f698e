-- True if a process encodes for a viewer. A reservation too far in the future was made before the clock was set back.
create or replace function jobs_viewer_encodes() returns boolean language sql stable as $$
  select exists (
    select 1 from cpu_reservations c where c.expires_at > now() and c.expires_at < now() + interval '1 minute')
$$;

-- True if a picture (priority 1 to 9) waits in a queue of the resource that a living worker serves.
create or replace function jobs_pictures_wait(p_resource text) returns boolean language sql stable as $$
  select exists (
    select from queues q where q.resource = p_resource and not q.is_paused
      and exists (select from jobs j where j.queue = q.id and j.state = 0 and j.run_at is null and j.priority between 1 and 9)
      and exists (select from workers w where q.name = any (w.queues) and w.stopped_at is null
                  and w.seen_at > now() - interval '25 s'))
$$;

-- Returns the highest priority number that may be claimed now for a resource. A smaller number is more urgent, see
-- WorkOrder.ts. Background jobs of resource cpu, from priority 10 on, wait for viewers and for pictures.
create or replace function jobs_priority_limit(p_resource text) returns smallint language sql stable as $$
  select case when p_resource = 'cpu' and (jobs_viewer_encodes() or jobs_pictures_wait(p_resource))
  then 9 else 32767 end::smallint
$$;

-- Returns the urgency of the most urgent job that a queue could claim: 0 requested by a user, 1 a picture, 2 background
-- work.
create or replace function jobs_urgency(p_queue smallint, p_priority_limit smallint) returns int language sql stable as $$
  select case when j.priority < 1 then 0 when j.priority < 10 then 1 else 2 end
  from jobs j where j.queue = p_queue and j.state = 0 and j.run_at is null and j.priority <= p_priority_limit
  order by j.priority limit 1
$$;

-- Returns the number of free slots of a resource, over all of its queues. The budget of a resource is at least the
-- number of jobs that the settings allow for one queue. For cpu, it is also at least the number of jobs for which all
-- living workers together have cores.
create or replace function jobs_budget_left(p_resource text) returns int language sql stable as $$
  select greatest(
    (select r.budget::int from job_resources r where r.name = p_resource),
    (select max(q.concurrency)::int from queues q),
    case when p_resource = 'cpu' then (
      select sum(w.cores)::int from workers w
      where w.stopped_at is null and w.seen_at > now() - interval '25 s') end
  ) - (select count(*)::int from slots s join queues q on q.id = s.queue where q.resource = p_resource and s.owner is not null)
$$;

-- Returns the other queues of a resource that have jobs to claim and a worker, but no slot: their name, their urgency
-- (see jobs_urgency), and the time when they were last served.
create or replace function jobs_contenders(p_queue smallint, p_resource text, p_priority_limit smallint)
returns table (name text, urgency int, served_at timestamptz) language sql stable as $$
  select q.name, u.urgency, q.served_at from queues q cross join lateral (
    select jobs_urgency(q.id, p_priority_limit) as urgency) u
  where q.resource = p_resource and q.id <> p_queue and not q.is_paused and u.urgency is not null
    and not exists (select from slots s where s.queue = q.id and s.owner is not null)
    and exists (select from workers w where q.name = any (w.queues) and w.stopped_at is null
                and w.seen_at > now() - interval '25 s')
$$;

-- Records that a process encodes for a viewer. Background work is paused for the next p_seconds, and workers are
-- notified.
create or replace function jobs_reserve_cpu(p_owner uuid, p_seconds float8) returns void language sql as $$
  insert into cpu_reservations (owner, expires_at) values (p_owner, now() + make_interval(secs => p_seconds))
  on conflict (owner) do update set expires_at = excluded.expires_at;
  select pg_notify('jobs_yield', '')
$$;

-- Returns the ids of the given runs that must be interrupted. If a process encodes for a viewer, returns all background
-- runs. If pictures or requested work wait in a queue that cannot get a slot, returns only the least urgent background
-- run, so that runs are interrupted one at a time.
create or replace function jobs_yielding(p_ids uuid[]) returns setof uuid language sql stable as $$
  select j.id from jobs j join queues q on q.id = j.queue
  where j.id = any (p_ids) and j.state = 1 and j.priority > 9 and q.resource = 'cpu'
    and (jobs_viewer_encodes()
      or jobs_budget_left('cpu') < 1 and exists (select from jobs_contenders(q.id, 'cpu', 9::smallint))
        and j.id = (
          select o.id from jobs o join queues p on p.id = o.queue
          where p.resource = 'cpu' and o.state = 1 and o.priority > 9 order by o.priority desc, o.id desc limit 1))
$$;
