-- Returns the position of the last event that undid an event and has not been undone itself. An undo is in the stream
-- of the event that it undoes.
create or replace function undone_by(p_stream uuid, p_position bigint) returns bigint stable language plpgsql as $$
begin
  return (
    select max(u.position) from events u
    where u.stream_id = p_stream and u.position > p_position and u.meta ? 'undoes'
      and u.meta->'undoes' @> to_jsonb(p_position) and undone_by(p_stream, u.position) is null
  );
end $$;

-- Returns the position of the first event of the last batch that undid a batch and has not been undone itself.
create or replace function batch_undone_by(p_batch text) returns bigint stable language plpgsql as $$
begin
  return (
    select max(u.position) from events u
    where u.meta ? 'undoesBatch' and not u.meta ? 'follows' and u.meta->>'undoesBatch' = p_batch
      and batch_undone_by(u.meta->>'batchId') is null
  );
end $$;
