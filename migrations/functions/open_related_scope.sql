-- Returns the scope of the viewers with these libraries, with its sums (see related_scopes). Opens the scope if
-- necessary. Nested loops are off because PostgreSQL has no statistics about the new cells. It would read all counts
-- again for each cell, which takes minutes.
--   p_key         equal for equal libraries and preferences
--   p_libraries   null for viewers of all libraries
create or replace function open_related_scope(p_key text, p_libraries uuid[], p_shows_nsfw boolean) returns bigint
language plpgsql set work_mem = '64MB' set enable_nestloop = off as $$
declare
  -- Maximum number of open scopes. Each change to a relation writes a row per scope, so the least recently used scopes
  -- are ended.
  v_most constant int := 32;
  v_id bigint;
begin
  update related_scopes set used_at = now() where key = p_key and ended_at is null returning id into v_id;
  if v_id is not null then return v_id; end if;

  perform pg_advisory_xact_lock(7000131);
  -- Another request may have opened the scope in the meantime.
  select id into v_id from related_scopes where key = p_key and ended_at is null;
  if v_id is not null then return v_id; end if;

  update related_scopes set ended_at = now() where id in (
    select id from related_scopes where ended_at is null order by used_at desc, id desc offset v_most - 1);
  delete from related_scope_cells where scope_id in (select id from related_scopes where ended_at is not null);
  -- Requests that read an ended scope finish within a minute.
  delete from related_sums where scope_id in (select id from related_scopes where ended_at < now() - interval '1 minute');
  delete from related_scopes where ended_at < now() - interval '1 minute';

  insert into related_scopes (key) values (p_key) returning id into v_id;
  insert into related_scope_cells (library_id, is_nsfw, scope_id)
  select l.id, x.is_nsfw, v_id from libraries l cross join (values (false), (true)) x(is_nsfw)
  where (p_libraries is null or l.id = any(p_libraries)) and (p_shows_nsfw or not (l.is_nsfw or x.is_nsfw));
  insert into related_sums (entity_id, scope_id, n, last_at, kind, is_nsfw, sort_key)
  select e.id, v_id, coalesce(m.n, 0), m.last_at, e.kind, e.is_nsfw, e.sort_key
  from related_entities e left join (
    select k.entity_id, sum(k.n) as n, max(k.last_at) as last_at from related_counts k
      join related_scope_cells c on c.library_id = k.library_id and c.is_nsfw = k.is_nsfw and c.scope_id = v_id
    where k.n > 0 group by k.entity_id) m on m.entity_id = e.id;
  -- Autovacuum would analyze the tables within a minute. Until then, plans would read all rows of a new scope.
  analyze related_sums;
  analyze related_scope_cells;
  return v_id;
end $$;
