-- Returns one entry of a transition event. The entry contains the written value of every column that a transition may
-- write.
create or replace function jobs_entry(j jobs) returns jsonb language sql stable as $$
  select jsonb_build_object('id', j.id, 'rev', j.rev, 'state', j.state, 'attempts', j.attempts,
    'maxAttempts', j.max_attempts, 'runAt', j.run_at, 'startedAt', j.started_at, 'finishedAt', j.finished_at,
    'error', j.error, 'result', j.result)
    || case when j.is_held then '{"isHeld": true}' else '{}' end::jsonb
    || case when j.retries > 0 then jsonb_build_object('retries', j.retries) else '{}' end
    || case when j.canceled_by is not null then jsonb_build_object('canceledBy', j.canceled_by) else '{}' end
    || case when j.waits_for is not null then jsonb_build_object('waitsFor', j.waits_for) else '{}' end
$$;

-- Appends an event to the stream of a queue. Takes the row lock of the queue, which orders the stream, unless the
-- caller already holds it.
create or replace function jobs_append(p_queue smallint, p_type text, p_data jsonb) returns void language plpgsql as $$
declare v_stream uuid; v_version int; v_name text;
begin
  update queues set version = version + 1 where id = p_queue returning stream_id, version, name
    into v_stream, v_version, v_name;
  insert into events (stream_id, version, type, data)
    values (v_stream, v_version, p_type, jsonb_build_object('queue', v_name, 'at', now()) || p_data);
end $$;
