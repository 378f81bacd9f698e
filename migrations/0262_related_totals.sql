-- why: the number of performers, studios and tags that a viewer sees, so that a page of 100,000 of them does not have to count them
-- breaking: no

-- Changes to the number of rows in related_sums. Readers add them up. Rows are only inserted, because writers that
-- update the same row would wait for each other. See compact_related_totals.
create table related_totals (
  scope_id bigint not null,
  kind     related_kind not null,
  is_nsfw  boolean not null,
  n        bigint not null,
  -- Number of entities with a visible item.
  used     bigint not null
);
create index related_totals_scope on related_totals (scope_id, kind) include (is_nsfw, n, used);

create function total_related_sums() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from related_totals;
  elsif tg_op = 'INSERT' then
    insert into related_totals (scope_id, kind, is_nsfw, n, used)
    select scope_id, kind, is_nsfw, count(*), count(*) filter (where n > 0) from added group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into related_totals (scope_id, kind, is_nsfw, n, used)
    select scope_id, kind, is_nsfw, -count(*), -count(*) filter (where n > 0) from removed group by 1, 2, 3;
  else
    insert into related_totals (scope_id, kind, is_nsfw, n, used)
    select a.scope_id, a.kind, x.is_nsfw, sum(x.d), coalesce(sum(x.d) filter (where x.n > 0), 0)
    from added a join removed b on b.scope_id = a.scope_id and b.entity_id = a.entity_id
      cross join lateral (values (a.is_nsfw, a.n, 1), (b.is_nsfw, b.n, -1)) x(is_nsfw, n, d)
    where (a.is_nsfw, a.n > 0) is distinct from (b.is_nsfw, b.n > 0)
    group by 1, 2, 3 having sum(x.d) <> 0 or coalesce(sum(x.d) filter (where x.n > 0), 0) <> 0;
  end if;
  return null;
end $$;
create trigger related_sums_total_insert after insert on related_sums
  referencing new table as added for each statement execute function total_related_sums();
create trigger related_sums_total_update after update on related_sums
  referencing new table as added old table as removed for each statement execute function total_related_sums();
create trigger related_sums_total_delete after delete on related_sums
  referencing old table as removed for each statement execute function total_related_sums();
create trigger related_sums_total_truncate after truncate on related_sums
  for each statement execute function total_related_sums();

insert into related_totals (scope_id, kind, is_nsfw, n, used)
select scope_id, kind, is_nsfw, count(*), count(*) filter (where n > 0) from related_sums group by 1, 2, 3;

-- Merges the changes of each scope into one row per kind and NSFW mark.
create function compact_related_totals() returns void language sql as $$
  with gone as (delete from related_totals returning *)
  insert into related_totals (scope_id, kind, is_nsfw, n, used)
  select scope_id, kind, is_nsfw, sum(n), sum(used) from gone
  where scope_id in (select id from related_scopes) group by 1, 2, 3 having sum(n) <> 0 or sum(used) <> 0
$$;
