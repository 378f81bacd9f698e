-- Fills an empty table that has the columns of jobs, using only the log. Progress is not in the log.
create or replace function rebuild_job_runs(p_target regclass) returns bigint language plpgsql as $$
declare v_rows bigint;
begin
  execute format($sql$
    with queued as (
      select i.id, q.id as queue, coalesce(i.priority, 0::smallint) as priority, i."targetType", i."targetId",
             i."targetLabel", i."dedupeKey", i.payload, i."triggeredBy", i."parentJobRunId", i."batchId", i."waitsFor",
             (e.data ->> 'queuedAt')::timestamptz as queued_at, e.stream_id as enqueued_in,
             (e.data ->> 'queuedAt')::timestamptz + make_interval(secs => i."delaySeconds") as run_at
      from events e
      cross join lateral jsonb_to_recordset(e.data -> 'items') as i(
        id uuid, queue text, priority smallint, "targetType" text, "targetId" text, "targetLabel" text,
        "dedupeKey" text, payload jsonb, "triggeredBy" text, "parentJobRunId" uuid, "batchId" uuid,
        "delaySeconds" float8, "waitsFor" jsonb)
      join queues q on q.name = i.queue
      where e.type = 'jobs.queued.v1'
    ), change as (
      select c.id, c.rev, c.state, c.attempts, c."maxAttempts", c.error, c.result, c."isHeld" as is_held,
        c.retries, c."canceledBy" as canceled_by, c."waitsFor" as waits_for,
        coalesce(c."startedAt", t.at - make_interval(secs => c."startedAgo" / 1000)) as started_at,
        coalesce(c."finishedAt", t.at - make_interval(secs => c."endedAgo" / 1000)) as finished_at,
        coalesce(c."runAt", t.at + make_interval(secs => c."retryIn")) as run_at
      from events e
      cross join lateral (select (e.data ->> 'at')::timestamptz as at) t
      cross join lateral jsonb_to_recordset(e.data -> 'items') as c(
        id uuid, rev int, state smallint, attempts smallint, "maxAttempts" smallint, error jsonb, result jsonb,
        "startedAt" timestamptz, "finishedAt" timestamptz, "runAt" timestamptz,
        "startedAgo" float8, "endedAgo" float8, "retryIn" float8, "isHeld" boolean,
        retries smallint, "canceledBy" text, "waitsFor" jsonb)
      where e.type in ('jobs.started.v1', 'jobs.settled.v1', 'jobs.requeued.v1', 'jobs.cancelled.v1')
    ), latest as (
      select distinct on (c.id) c.id, c.rev, c.state, c.attempts, c.error, c.result, c.is_held, c.started_at, c.finished_at,
        c.run_at, c.canceled_by, c.waits_for, max(c."maxAttempts") over (partition by c.id) as max_attempts,
        max(c.retries) over (partition by c.id) as retries
      from change c order by c.id, c.rev desc
    ), purged as (
      select p.id::uuid as id from events e cross join lateral jsonb_array_elements_text(e.data -> 'ids') as p(id)
      where e.type = 'jobs.purged.v1'
    )
    insert into %s (id, queue, state, priority, attempts, max_attempts, rev, run_at, is_held, target_type,
      target_id, target_label, dedupe_key, payload, triggered_by, parent_job_run_id, batch_id, enqueued_in, queued_at,
      started_at, finished_at, result, error, canceled_by, retries, waits_for)
    select q.id, q.queue, coalesce(l.state, 0::smallint), q.priority, coalesce(l.attempts, 0::smallint),
      coalesce(l.max_attempts, 15::smallint), coalesce(l.rev, 1),
      case when l.id is null then q.run_at else l.run_at end, coalesce(l.is_held, false), q."targetType",
      q."targetId", q."targetLabel", q."dedupeKey", q.payload, q."triggeredBy", q."parentJobRunId", q."batchId",
      q.enqueued_in, q.queued_at, l.started_at, l.finished_at, l.result, l.error,
      l.canceled_by, coalesce(l.retries, 0::smallint),
      case when l.id is null then q."waitsFor" else l.waits_for end
    from queued q
    left join latest l on l.id = q.id
    where not exists (select 1 from purged p where p.id = q.id)
  $sql$, p_target);
  get diagnostics v_rows = row_count;
  return v_rows;
end $$;
