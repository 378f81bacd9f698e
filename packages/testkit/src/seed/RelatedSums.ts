/**
 * A query that compares the maintained sums of the open scopes with sums of the counts. It returns the rows that
 * differ.
 */
export const differingSums = `
  with wanted as (
    select o.id as scope_id, e.id as entity_id, e.kind, e.is_nsfw, e.sort_key, coalesce(sum(k.n), 0)::bigint as n,
      max(k.last_at) as last_at
    from related_scopes o cross join related_entities e
      left join (related_counts k join related_scope_cells c on c.library_id = k.library_id and c.is_nsfw = k.is_nsfw)
        on c.scope_id = o.id and k.entity_id = e.id and k.n > 0
    where o.ended_at is null group by o.id, e.id
  ), held as (
    select s.scope_id, s.entity_id, s.kind, s.is_nsfw, s.sort_key, s.n, s.last_at
    from related_sums s join related_scopes o on o.id = s.scope_id where o.ended_at is null
  )
  (select 'missing' as what, w.* from (select * from wanted except all select * from held) w)
  union all
  (select 'extra', h.* from (select * from held except all select * from wanted) h)`

/**
 * A query that compares the stored totals of the open scopes with the number of their sums. It returns the rows that
 * differ.
 */
export const differingTotals = `
  select * from (
    select scope_id, kind, is_nsfw, sum(n) as n, sum(used) as used from (
      select t.scope_id, t.kind, t.is_nsfw, t.n, t.used from related_totals t
      union all
      select s.scope_id, s.kind, s.is_nsfw, -1, case when s.n > 0 then -1 else 0 end from related_sums s
    ) both_sides where scope_id in (select id from related_scopes where ended_at is null) group by 1, 2, 3
  ) added where n <> 0 or used <> 0`
