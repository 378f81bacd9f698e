-- Deletes runs with their log lines, their attempts and their items in jobs.queued.v1 events. Appends an event that
-- records the deletion. Returns the number of deleted runs. jobs_trim_log deletes the events of their transitions.
--
-- A single call of jobs_enqueue may have filled several queues, so all rows are locked before any row is deleted: first
-- all queues, then all events, each in the order of their ids. Otherwise, two callers that each lock one queue after
-- another could deadlock.
create or replace function jobs_delete(p_ids uuid[]) returns int language plpgsql as $$
declare r record; v_gone uuid[]; v_streams uuid[]; v_total int := 0;
begin
  perform 1 from queues q
    where q.id in (select j.queue from jobs j where j.id = any (p_ids) and j.state in (2, 4, 5)) order by q.id for update;
  perform 1 from events e
    where e.type = 'jobs.queued.v1'
      and e.stream_id in (select j.enqueued_in from jobs j where j.id = any (p_ids) and j.state in (2, 4, 5))
    order by e.stream_id for update;
  for r in
    select j.queue, array_agg(j.id) as ids from jobs j
    where j.id = any (p_ids) and j.state in (2, 4, 5) group by j.queue order by j.queue
  loop
    with gone as (delete from jobs j where j.id = any (r.ids) and j.state in (2, 4, 5) returning j.id, j.enqueued_in)
    select array_agg(g.id), array_agg(distinct g.enqueued_in) into v_gone, v_streams from gone g;
    continue when v_gone is null;
    delete from job_log_lines l where l.job_run_id = any (v_gone);
    delete from job_rerun_requests q where q.job_run_id = any (v_gone);
    delete from job_attempts a where a.job_run_id = any (v_gone);
    -- Items that the call queued and that are not deleted now remain in the event of the call.
    update events e set data = jsonb_set(e.data, '{items}', coalesce((
        select jsonb_agg(i.item order by i.n) from jsonb_array_elements(e.data -> 'items') with ordinality i(item, n)
        where (i.item ->> 'id')::uuid <> all (v_gone)), '[]'))
      where e.stream_id = any (v_streams) and e.type = 'jobs.queued.v1';
    delete from events e
      where e.stream_id = any (v_streams) and e.type = 'jobs.queued.v1' and e.data -> 'items' = '[]';
    perform jobs_append(r.queue, 'jobs.purged.v1', jsonb_build_object('ids', to_jsonb(v_gone)));
    v_total := v_total + cardinality(v_gone);
  end loop;
  return v_total;
end $$;

-- Runs one chunk of retention. Returns the number of deleted runs. Deletes:
-- - completed and canceled runs that are older than p_days
-- - completed and canceled runs that are not among the newest p_newest of them
-- - exhausted runs that are older than p_failed_days
--
-- Ids are ordered by time, so the newest runs have the highest ids.
create or replace function jobs_purge(p_days int, p_newest int, p_failed_days int, p_chunk int) returns int
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

-- Deletes events from the stream of a queue that are a day old and refer only to deleted runs. No reader is a day
-- behind. Without this function, the log would keep the record of runs that retention has deleted. Examines p_chunk
-- events, and continues from there at the next call, or from the start once it has reached younger events. The row of
-- the queue, for which every step waits, is written last. Therefore, call this function for only one queue per
-- transaction. Returns the number of deleted events.
create or replace function jobs_trim_log(p_queue smallint, p_chunk int) returns int language plpgsql as $$
declare v_stream uuid; v_trimmed int; v_seen int; v_last int; v_deleted int;
begin
  select q.stream_id, q.trimmed into v_stream, v_trimmed from queues q where q.id = p_queue;
  with seen as (
    select e.version, e.type, e.data from events e
    where e.stream_id = v_stream and e.version > v_trimmed and e.at < now() - interval '1 day'
    order by e.version limit p_chunk
  ), deleted as (
    delete from events e using seen s
    where e.stream_id = v_stream and e.version = s.version
      and s.type not in ('jobs.queue-paused.v1', 'jobs.queue-resumed.v1')
      and not exists (
        select from jsonb_array_elements(s.data -> 'items') i(item) join jobs j on j.id = (i.item ->> 'id')::uuid)
    returning 1
  )
  select count(*), max(s.version), (select count(*) from deleted) into v_seen, v_last, v_deleted from seen s;
  v_last := case when v_seen < p_chunk then 0 else v_last end;
  update queues q set trimmed = v_last where q.id = p_queue and q.trimmed <> v_last;
  return v_deleted;
end $$;
