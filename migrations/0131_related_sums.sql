-- why: sums of the items of each performer, studio and tag for each group of viewers, so that a page of 100,000 of them does not have to add up counts
-- breaking: no

-- Viewers with the same libraries and the same NSFW preference see the same items, so they share a scope. The first
-- request of such a viewer opens the scope (open_related_scope). Triggers maintain its sums until a library changes,
-- which ends all scopes.
create table related_scopes (
  id       bigint generated always as identity primary key,
  key      text not null,
  used_at  timestamptz not null default now(),
  -- From this time on, the sums are no longer maintained. Requests that already read them may finish.
  ended_at timestamptz
);
create unique index related_scopes_key on related_scopes (key) where ended_at is null;

-- The rows of `related_counts` that a scope adds up. A scope that has ended has no cells.
create table related_scope_cells (
  library_id uuid not null,
  is_nsfw    boolean not null,
  scope_id   bigint not null,
  primary key (library_id, is_nsfw, scope_id)
);

-- Each scope has a row for each entity, including entities without a visible item.
create table related_sums (
  entity_id uuid not null,
  scope_id  bigint not null,
  n         bigint not null,
  last_at   timestamptz,
  kind      related_kind not null,
  -- Copies from related_entities, so that an index has the sort order of a page.
  is_nsfw   boolean not null,
  sort_key  text collate "C" not null,
  primary key (scope_id, entity_id)
);
create index related_sums_names on related_sums (scope_id, kind, sort_key, entity_id) include (is_nsfw, n);
create index related_sums_count on related_sums (scope_id, kind, n desc, sort_key, entity_id) include (is_nsfw);
create index related_sums_used on related_sums (scope_id, kind, last_at desc nulls last, sort_key, entity_id) include (is_nsfw, n);

-- Writers hold this lock in shared mode, and open_related_scope holds it exclusively. A new scope therefore contains
-- every change that was committed before, and the triggers add every later change.
create function share_related_scopes() returns void language sql as $$
  select pg_advisory_xact_lock_shared(7000131)
$$;

create function end_related_scopes() returns trigger language plpgsql as $$
begin
  perform share_related_scopes();
  delete from related_scope_cells;
  update related_scopes set ended_at = now() where ended_at is null;
  return null;
end $$;

create function end_related_scopes_of_libraries() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if not exists (select from added a join removed b on b.id = a.id where a.is_nsfw <> b.is_nsfw) then return null; end if;
  end if;
  perform share_related_scopes();
  delete from related_scope_cells;
  update related_scopes set ended_at = now() where ended_at is null;
  return null;
end $$;

create trigger libraries_scopes_insert after insert on libraries
  for each statement execute function end_related_scopes_of_libraries();
create trigger libraries_scopes_update after update on libraries
  referencing new table as added old table as removed for each statement execute function end_related_scopes_of_libraries();
create trigger libraries_scopes_delete after delete on libraries
  for each statement execute function end_related_scopes_of_libraries();
create trigger libraries_scopes_truncate after truncate on libraries
  for each statement execute function end_related_scopes();

-- Rows of related_counts are deleted only all together.
create trigger related_counts_scopes_delete after delete on related_counts
  for each statement execute function end_related_scopes();
create trigger related_counts_scopes_truncate after truncate on related_counts
  for each statement execute function end_related_scopes();

create function sum_related_counts() returns trigger language plpgsql as $$
declare
  v_emptied uuid[];
begin
  -- Most changes to items do not change a count.
  if not exists (select from added) then return null; end if;
  perform share_related_scopes();
  if not exists (select from related_scope_cells) then return null; end if;
  if tg_op = 'INSERT' then
    insert into related_sums as s (entity_id, scope_id, n, last_at, kind, is_nsfw, sort_key)
    select x.entity_id, c.scope_id, sum(x.n), max(x.last_at) filter (where x.n > 0), e.kind, e.is_nsfw, e.sort_key
    from added x join related_scope_cells c on c.library_id = x.library_id and c.is_nsfw = x.is_nsfw
      join related_entities e on e.id = x.entity_id
    group by c.scope_id, x.entity_id, e.id order by c.scope_id, x.entity_id
    on conflict (scope_id, entity_id)
      do update set n = s.n + excluded.n, last_at = greatest(s.last_at, excluded.last_at);
    return null;
  end if;

  -- Items that become ready or go missing change two rows, but no sum.
  insert into related_sums as s (entity_id, scope_id, n, last_at, kind, is_nsfw, sort_key)
  select x.entity_id, c.scope_id, sum(x.n), max(x.last_at), e.kind, e.is_nsfw, e.sort_key
  from (
      select entity_id, library_id, is_nsfw, n, case when n > 0 then last_at end as last_at from added
      union all
      select entity_id, library_id, is_nsfw, -n, null from removed
    ) x join related_scope_cells c on c.library_id = x.library_id and c.is_nsfw = x.is_nsfw
    join related_entities e on e.id = x.entity_id
  group by c.scope_id, x.entity_id, e.id order by c.scope_id, x.entity_id
  on conflict (scope_id, entity_id)
    do update set n = s.n + excluded.n, last_at = greatest(s.last_at, excluded.last_at)
    where excluded.n <> 0 or s.last_at is distinct from greatest(s.last_at, excluded.last_at);

  -- The time of a count that is now 0 no longer applies. The rows are locked, so this query sees every change to them.
  select array_agg(distinct a.entity_id) into v_emptied
  from added a join removed b on (a.entity_id, a.library_id, a.relation, a.kind, a.status, a.is_nsfw)
    = (b.entity_id, b.library_id, b.relation, b.kind, b.status, b.is_nsfw)
  where a.n <= 0 and b.n > 0;
  if v_emptied is null then return null; end if;
  update related_sums s set last_at = m.last_at
  from (select s.scope_id, s.entity_id, (
        select max(k.last_at) from related_counts k
          join related_scope_cells c on c.library_id = k.library_id and c.is_nsfw = k.is_nsfw
        where k.entity_id = s.entity_id and c.scope_id = s.scope_id and k.n > 0) as last_at
      from related_sums s
      where s.entity_id = any(v_emptied) and s.scope_id in (select scope_id from related_scope_cells)) m
  where s.scope_id = m.scope_id and s.entity_id = m.entity_id and s.last_at is distinct from m.last_at;
  return null;
end $$;

create trigger related_counts_sum_insert after insert on related_counts
  referencing new table as added for each statement execute function sum_related_counts();
create trigger related_counts_sum_update after update on related_counts
  referencing new table as added old table as removed for each statement execute function sum_related_counts();

create function sum_related_entities() returns trigger language plpgsql as $$
begin
  perform share_related_scopes();
  if tg_op = 'DELETE' then
    delete from related_sums s using removed e
    where s.entity_id = e.id and s.scope_id in (select id from related_scopes where ended_at is null);
  elsif tg_op = 'UPDATE' then
    update related_sums s set is_nsfw = e.is_nsfw, sort_key = e.sort_key
    from added e where s.entity_id = e.id and s.scope_id in (select id from related_scopes where ended_at is null)
      and (s.is_nsfw, s.sort_key) is distinct from (e.is_nsfw, e.sort_key);
  else
    insert into related_sums (entity_id, scope_id, n, last_at, kind, is_nsfw, sort_key)
    select e.id, o.id, coalesce(m.n, 0), m.last_at, e.kind, e.is_nsfw, e.sort_key
    from added e cross join related_scopes o cross join lateral (
      select sum(k.n) as n, max(k.last_at) as last_at from related_counts k
        join related_scope_cells c on c.library_id = k.library_id and c.is_nsfw = k.is_nsfw
      where k.entity_id = e.id and c.scope_id = o.id and k.n > 0) m
    where o.ended_at is null
    on conflict (scope_id, entity_id) do nothing;
  end if;
  return null;
end $$;

create trigger related_entities_sum_insert after insert on related_entities
  referencing new table as added for each statement execute function sum_related_entities();
create trigger related_entities_sum_update after update on related_entities
  referencing new table as added for each statement execute function sum_related_entities();
create trigger related_entities_sum_delete after delete on related_entities
  referencing old table as removed for each statement execute function sum_related_entities();
create trigger related_entities_sum_truncate after truncate on related_entities
  for each statement execute function end_related_scopes();

-- For suggestions, which count the items of one kind for hundreds of entities.
create index related_counts_kind on related_counts (entity_id, kind);
