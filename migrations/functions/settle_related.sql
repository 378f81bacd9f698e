-- Recomputes related_closure from related_parents after the parents of these entities were changed. Writers of parents
-- hold one lock per kind, so no other transaction changes the hierarchy meanwhile.
--   p_entities   entities whose parents changed, removed entities, and the children of removed entities
create or replace function settle_related(p_entities uuid[]) returns void language plpgsql as $$
declare
  v_below uuid[];
begin
  with recursive below (id) as (
    select unnest(p_entities)
    union
    select p.entity_id from below b join related_parents p on p.parent_id = b.id
  )
  select array_agg(id) into v_below from below;

  delete from related_closure where descendant_id = any(v_below);
  insert into related_closure (ancestor_id, descendant_id, depth)
  with recursive above (ancestor_id, descendant_id, depth) as (
    select e.id, e.id, 0 from related_entities e where e.id = any(v_below)
    union
    -- The limit ends a cycle, although no command creates cycles.
    select p.parent_id, a.descendant_id, a.depth + 1
    from above a join related_parents p on p.entity_id = a.ancestor_id where a.depth < 100
  )
  select ancestor_id, descendant_id, min(depth) from above group by 1, 2;
end $$;
