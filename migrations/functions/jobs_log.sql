-- Adds log lines of one attempt, up to 1000 lines per run. Drops the lines of a run that was deleted meanwhile: either
-- the deletion waits for this statement, or this statement waits for the deletion.
create or replace function jobs_log(p_lines jsonb) returns void language sql as $$
  with run as (
    select j.id from jobs j
    where j.id in (select x.id from jsonb_to_recordset(p_lines) as x(id uuid)) order by j.id for key share
  )
  insert into job_log_lines (job_run_id, attempt, at, level, text)
  select l.id, l.attempt, now() - make_interval(secs => l.ago / 1000), l.level, l.text
  from (select x.id, x.attempt, x.ago, x.level, x.text, row_number() over (partition by x.id) as n
        from jsonb_to_recordset(p_lines) as x(id uuid, attempt smallint, ago float8, level text, text text)) l
  join run on run.id = l.id
  where l.n + (select count(*) from job_log_lines e where e.job_run_id = l.id) <= 1000
$$;
