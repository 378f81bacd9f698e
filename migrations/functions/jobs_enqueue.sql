-- Inserts jobs, their run records and their event in the caller's transaction. p_items is a JSON array of {id, queue,
-- payload, targetType, targetId, targetLabel, triggeredBy, dedupeKey?, priority?, parentJobRunId?, batchId?,
-- delaySeconds?, waitsFor?}. No two items may share (queue, dedupeKey). Returns only the items that had an unfinished
-- duplicate, with the id of the duplicate.
--
-- This function inserts a rerun request for every duplicate. If the duplicate is running and may have read older data,
-- the duplicate is queued again when it ends. If a worker claims the duplicate only after this transaction, the claim
-- deletes the request. If the duplicate waits for its own delay, a request with a delay reschedules the duplicate, and
-- a request without a delay starts it.
--
-- If an item has waitsFor ({reason, otherwise}) and a delay, the item is canceled when the delay is over, unless a
-- request without a delay comes first. Such an item has no effect on an existing duplicate, with one exception: a
-- duplicate that also has waitsFor waits longer.
--
-- This function waits only for a caller that is inserting the same key at the same time. It locks no row that a worker
-- needs.
create or replace function jobs_enqueue(p_items jsonb, p_stream uuid, p_is_notifying boolean)
returns table (item_id uuid, job_run_id uuid) language plpgsql as $$
declare
  v_at timestamptz := clock_timestamp();
  v_known int; v_left jsonb := p_items; v_fresh jsonb := p_items; v_duplicates jsonb := '[]'; v_found jsonb;
  v_ids uuid[];
begin
  select count(*) into v_known from jsonb_array_elements(p_items) i(item) join queues q on q.name = i.item ->> 'queue';
  if v_known <> jsonb_array_length(p_items) then
    raise exception 'an item names an unknown queue' using errcode = 'JB001';
  end if;
  -- The loop usually runs once. It repeats for items whose duplicate was inserted after the snapshot of this statement,
  -- because only the next statement sees such a duplicate. If a second statement also had to insert rows, it would
  -- insert them out of order, and callers could deadlock.
  loop
    with item as (
      select i.id, q.id as queue, coalesce(i.priority, 0::smallint) as priority, i."targetType", i."targetId",
             i."targetLabel", i."dedupeKey", i.payload, i."triggeredBy", i."parentJobRunId", i."batchId", i."waitsFor",
             v_at + make_interval(secs => i."delaySeconds") as run_at
      from jsonb_to_recordset(v_left) as i(
        id uuid, queue text, priority smallint, "targetType" text, "targetId" text, "targetLabel" text,
        "dedupeKey" text, payload jsonb, "triggeredBy" text, "parentJobRunId" uuid, "batchId" uuid,
        "delaySeconds" float8, "waitsFor" jsonb)
      join queues q on q.name = i.queue
      order by q.id, i."dedupeKey" collate "C", i.id
    ), written as (
      insert into jobs (id, queue, priority, target_type, target_id, target_label, dedupe_key, payload,
                        triggered_by, parent_job_run_id, batch_id, run_at, waits_for, enqueued_in, queued_at)
      select i.id, i.queue, i.priority, i."targetType", i."targetId", i."targetLabel", i."dedupeKey", i.payload,
             i."triggeredBy", i."parentJobRunId", i."batchId", i.run_at, i."waitsFor", p_stream, v_at
      from item i
      on conflict (queue, dedupe_key) where state in (0, 1, 3) and dedupe_key is not null do nothing
      returning jobs.id
    ), duplicate as (
      -- This query uses the same snapshot as the insert, so it also finds a duplicate that has ended since. jobs_rerun
      -- handles the request for such a duplicate.
      select i.id as item, t.id, t.rev, i.queue, i."dedupeKey" as key, i."triggeredBy" = 'manual' as is_manual, i.run_at,
             i."waitsFor" is null or t.waits_for is not null as is_request
      from item i cross join lateral (
        select j.id, j.rev, j.waits_for from jobs j
        where j.queue = i.queue and j.dedupe_key = i."dedupeKey" and j.state in (0, 1, 3) limit 1) t
      where not exists (select from written w where w.id = i.id)
    ), requested as (
      insert into job_rerun_requests (job_run_id, is_starting_now, run_at)
      select t.id, t.is_manual and t.run_at is null, t.run_at from duplicate t where t.is_request
    )
    select array(select w.id from written w union all select t.item from duplicate t),
           (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'rev', t.rev, 'queue', t.queue, 'key', t.key)), '[]') from duplicate t)
      into v_ids, v_found;
    v_duplicates := v_duplicates || v_found;
    exit when cardinality(v_ids) = jsonb_array_length(v_left);
    select jsonb_agg(e.item) into v_left from jsonb_array_elements(v_left) e(item)
      where (e.item ->> 'id')::uuid not in (select unnest(v_ids));
  end loop;
  if v_duplicates <> '[]' then
    select coalesce(jsonb_agg(e.item order by e.n), '[]') into v_fresh
    from jsonb_array_elements(p_items) with ordinality as e(item, n)
    where not exists (
      select from jsonb_to_recordset(v_duplicates) as t(queue smallint, key text) join queues q on q.id = t.queue
      where q.name = e.item ->> 'queue' and t.key = e.item ->> 'dedupeKey');
  end if;

  -- If all items are duplicates, no event is written. Duplicates change no run, and retention never deletes an event
  -- without a run.
  if v_fresh <> '[]' then
    insert into events (stream_id, version, type, data) values (p_stream, 1, 'jobs.queued.v1',
      jsonb_build_object('queuedAt', v_at, 'items', v_fresh, 'duplicates', v_duplicates));
  end if;

  if p_is_notifying then
    perform pg_notify('jobs', string_agg(distinct i.item ->> 'queue', ',')) from jsonb_array_elements(p_items) as i(item);
  end if;
  if v_duplicates <> '[]' then
    return query
      select (e.item ->> 'id')::uuid, t.id
      from jsonb_to_recordset(v_duplicates) as t(id uuid, queue smallint, key text)
      join queues q on q.id = t.queue
      join jsonb_array_elements(p_items) as e(item)
        on e.item ->> 'queue' = q.name and e.item ->> 'dedupeKey' = t.key;
  end if;
end $$;
