-- why: performers, studios and tags as entities of their own: names, hierarchy, relations to items, and counts that are summed for each viewer
-- breaking: no

create type related_kind as enum ('performer', 'studio', 'tag');
-- A relation is not the same as a kind. For example, a performer may also be the director of an item in the future.
create type item_relation as enum ('performer', 'studio', 'tag');

create table related_entities (
  id                    uuid primary key,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  -- A stable shuffle for the sort order "random".
  shuffle_key           bigint not null,
  edit_version          int not null default 0,
  kind                  related_kind not null,
  is_nsfw               boolean not null default false,
  ignore_auto_tag       boolean not null default false,
  -- True if the entity was found in a file and never edited by a user. Such an entity is deleted together with its last
  -- item.
  is_provisional        boolean not null,
  name                  text not null,
  sort_name             text,
  disambiguation        text,
  -- Lower case without accents, as folded by the server.
  folded                text collate "C" not null,
  folded_disambiguation text collate "C" not null,
  sort_key              text collate "C" not null,
  -- All other fields, keyed by their names in the API.
  facts                 jsonb not null default '{}'
);
create unique index related_entities_name on related_entities (kind, folded, folded_disambiguation);
create index related_entities_sort on related_entities (kind, sort_key, id) include (is_nsfw);
create index related_entities_shuffle on related_entities (kind, shuffle_key, id) include (is_nsfw);
create index related_entities_provisional on related_entities (id) where is_provisional;

-- The name and the aliases of each entity. Entities may share an alias.
create table related_names (
  entity_id uuid not null,
  kind      related_kind not null,
  is_alias  boolean not null,
  folded    text collate "C" not null,
  name      text not null,
  primary key (entity_id, folded)
);
create index related_names_folded on related_names (kind, folded) include (entity_id, is_alias);
create index related_names_words on related_names using gin (folded gin_trgm_ops);

create table related_parents (
  entity_id uuid not null,
  parent_id uuid not null,
  primary key (entity_id, parent_id)
);
create index related_parents_parent on related_parents (parent_id, entity_id);

-- Every entity paired with itself and with each of its ancestors. `depth` is the length of the shortest path. See
-- settle_related.
create table related_closure (
  ancestor_id   uuid not null,
  descendant_id uuid not null,
  depth         int not null,
  primary key (ancestor_id, descendant_id)
);
create index related_closure_descendant on related_closure (descendant_id, ancestor_id);

-- Ids that were merged into another entity. `into_id` is the remaining entity. It may itself have been merged later.
create table related_merged (
  id      uuid primary key,
  kind    related_kind not null,
  into_id uuid not null
);
create index related_merged_into on related_merged (into_id);

create table item_relations (
  item_id   uuid not null,
  entity_id uuid not null,
  at        timestamptz not null,
  ordinal   int not null,
  relation  item_relation not null,
  source    text not null,
  -- The credit of the entity: the name used, the role, the character.
  credit    jsonb,
  primary key (item_id, relation, entity_id)
);
create index item_relations_entity on item_relations (entity_id, item_id);

-- An account's state for an entity. The row is kept while the entity is hidden from the account.
create table user_related (
  account_id  uuid not null,
  entity_id   uuid not null,
  rated_at    timestamptz,
  rating      int,
  is_favorite boolean not null default false,
  primary key (account_id, entity_id),
  constraint user_related_rating check (rating between 0 and 100)
);
create index user_related_entity on user_related (entity_id);

-- Number of items with an entity, per library, relation, kind, status and NSFW mark. Triggers maintain the rows.
-- Readers sum the rows that their viewer may see.
create table related_counts (
  entity_id  uuid not null,
  library_id uuid not null,
  relation   item_relation not null,
  kind       item_kind not null,
  status     item_status not null,
  is_nsfw    boolean not null,
  n          bigint not null,
  -- Time at which the entity was last added to an item.
  last_at    timestamptz not null,
  constraint related_counts_key primary key (entity_id, library_id, relation, kind, status, is_nsfw)
);

-- Writers of item_relations hold a share lock on the items, so the columns by which the new rows are counted do not
-- change.
create function count_relations() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from related_counts;
  elsif tg_op = 'INSERT' then
    insert into related_counts as c (entity_id, library_id, relation, kind, status, is_nsfw, n, last_at)
    select r.entity_id, v.library_id, r.relation, v.kind, v.status, v.is_nsfw, count(*), max(r.at)
    from added r join items v on v.id = r.item_id
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict on constraint related_counts_key
      do update set n = c.n + excluded.n, last_at = greatest(c.last_at, excluded.last_at);
  else
    insert into related_counts as c (entity_id, library_id, relation, kind, status, is_nsfw, n, last_at)
    select r.entity_id, v.library_id, r.relation, v.kind, v.status, v.is_nsfw, -count(*), max(r.at)
    from removed r join items v on v.id = r.item_id
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict on constraint related_counts_key do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;

create trigger item_relations_count_insert after insert on item_relations
  referencing new table as added for each statement execute function count_relations();
create trigger item_relations_count_delete after delete on item_relations
  referencing old table as removed for each statement execute function count_relations();
create trigger item_relations_count_truncate after truncate on item_relations
  for each statement execute function count_relations();

-- Updates the counts when items appear, disappear, or change a column by which they are counted.
create function count_relations_of_items() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from related_counts;
  elsif tg_op = 'INSERT' then
    insert into related_counts as c (entity_id, library_id, relation, kind, status, is_nsfw, n, last_at)
    select r.entity_id, v.library_id, r.relation, v.kind, v.status, v.is_nsfw, count(*), max(r.at)
    from added v join item_relations r on r.item_id = v.id
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict on constraint related_counts_key
      do update set n = c.n + excluded.n, last_at = greatest(c.last_at, excluded.last_at);
  elsif tg_op = 'DELETE' then
    insert into related_counts as c (entity_id, library_id, relation, kind, status, is_nsfw, n, last_at)
    select r.entity_id, v.library_id, r.relation, v.kind, v.status, v.is_nsfw, -count(*), max(r.at)
    from removed v join item_relations r on r.item_id = v.id
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict on constraint related_counts_key do update set n = c.n + excluded.n;
  else
    insert into related_counts as c (entity_id, library_id, relation, kind, status, is_nsfw, n, last_at)
    select r.entity_id, x.library_id, r.relation, x.kind, x.status, x.is_nsfw, sum(x.d), max(r.at)
    from added a join removed b on b.id = a.id
      cross join lateral (values
        (a.library_id, a.kind, a.status, a.is_nsfw, 1), (b.library_id, b.kind, b.status, b.is_nsfw, -1)
      ) x(library_id, kind, status, is_nsfw, d)
      join item_relations r on r.item_id = a.id
    where (a.library_id, a.kind, a.status, a.is_nsfw) is distinct from (b.library_id, b.kind, b.status, b.is_nsfw)
    group by 1, 2, 3, 4, 5, 6 having sum(x.d) <> 0 order by 1, 2, 3, 4, 5, 6
    on conflict on constraint related_counts_key do update set n = c.n + excluded.n,
      last_at = case when excluded.n > 0 then greatest(c.last_at, excluded.last_at) else c.last_at end;
  end if;
  return null;
end $$;

create trigger items_relations_insert after insert on items
  referencing new table as added for each statement execute function count_relations_of_items();
create trigger items_relations_update after update on items
  referencing new table as added old table as removed for each statement execute function count_relations_of_items();
create trigger items_relations_delete after delete on items
  referencing old table as removed for each statement execute function count_relations_of_items();
create trigger items_relations_truncate after truncate on items
  for each statement execute function count_relations_of_items();
