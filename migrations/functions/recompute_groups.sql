-- Makes groups and their items consistent after these items were changed:
--   down  An item is NSFW if it is marked NSFW, or if a group that contains it is, at any depth.
--   up    A group is NSFW if all items in it are. A group that exists only through its children is in their library,
--         and is missing if all of them are. Without children, it is in the library of the trash, which no one sees.
-- An entry of an archive is in the library of the archive, and is missing if the archive is missing. Therefore, a
-- single predicate on library_id and is_nsfw determines that everyone who sees an item in a group also sees the group.
-- The result depends only on the rows, so a rebuild from the log gives the same result.
--   p_items   changed items, groups, and groups that items are no longer in
create or replace function recompute_groups(p_items uuid[]) returns void language plpgsql as $$
declare
  v_trash constant uuid := '00000000-0000-7000-8000-000000000001';
  v_level uuid[];
  v_up uuid[];
  v_changed uuid[];
begin
  -- Most items are in no group and are not groups themselves.
  select array_agg(v.id), array_agg(distinct v.parent_id) filter (where v.parent_id is not null) into v_level, v_up from items v
    where v.id = any(p_items) and (v.parent_id is not null or v.kind in ('series', 'season', 'gallery', 'album'));
  if v_level is null then return; end if;
  v_up := v_up || v_level;

  update items v set library_id = w.library_id, status = w.status from (
      select e.item_id, a.library_id,
             (case when e.is_present and coalesce(f.is_present, false) then 'ready' else 'missing' end)::item_status as status
      from archive_entries e join items a on a.id = e.archive_id left join item_files f on f.item_id = e.archive_id
      where e.archive_id = any(v_level) or e.item_id = any(v_level)) w
    where v.id = w.item_id and (v.library_id, v.status) is distinct from (w.library_id, w.status);

  for depth in 1 .. 100 loop
    exit when v_level is null;
    -- Rows are locked in the same order everywhere. Otherwise two commands that change the same items could deadlock.
    perform 1 from items v where v.id = any(v_level) order by v.id for no key update;
    with wanted as (
      select v.id, v.is_nsfw_own or coalesce(p.is_nsfw_given, false) as given
      from items v left join item_groups p on p.item_id = v.parent_id where v.id = any(v_level)
    ), groups as (
      update item_groups g set is_nsfw_given = w.given from wanted w
      where g.item_id = w.id and g.is_nsfw_given <> w.given returning g.item_id
    ), others as (
      update items v set is_nsfw = w.given from wanted w
      where v.id = w.id and v.is_nsfw <> w.given and not exists (select from item_groups g where g.item_id = v.id)
    )
    select array_agg(c.id) into v_changed from groups g join items c on c.parent_id = g.item_id;
    v_up := v_up || coalesce(v_changed, '{}');
    v_level := v_changed;
  end loop;

  for depth in 1 .. 100 loop
    exit when v_up is null;
    perform 1 from items v where v.id = any(v_up) order by v.id for no key update;
    with wanted as (
      select g.item_id as id,
             g.is_nsfw_given or coalesce(c.all_nsfw, false) as is_nsfw,
             case when not g.is_derived then v.library_id when g.is_removed then v_trash
                  else coalesce(c.library_id, v_trash) end as library_id,
             case when not g.is_derived then v.status when c.all_missing or c.library_id is null then 'missing'
                  else 'ready' end::item_status as status
      from item_groups g join items v on v.id = g.item_id
        cross join lateral (
          select bool_and(c.is_nsfw) as all_nsfw, bool_and(c.status = 'missing') as all_missing,
                 min(c.library_id::text)::uuid as library_id
          from items c where c.parent_id = g.item_id and c.library_id <> v_trash) c
      where g.item_id = any(v_up)
    ), changed as (
      update items v set is_nsfw = w.is_nsfw, library_id = w.library_id, status = w.status from wanted w
      where v.id = w.id and (v.is_nsfw, v.library_id, v.status) is distinct from (w.is_nsfw, w.library_id, w.status)
      returning v.parent_id
    )
    select array_agg(distinct parent_id) filter (where parent_id is not null) into v_up from changed;
  end loop;
end $$;
