-- Deletes runs with their log lines and attempts, and records it. Returns how many were deleted.
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

-- One chunk of retention: completed and cancelled runs older than p_days or beyond the newest p_newest,
-- exhausted ones older than p_failed_days. Ids are time-ordered, so "newest" is by id.
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
