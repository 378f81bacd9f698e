-- why: dynamic collections list which items were added and removed, and when their rule was last evaluated
-- breaking: no

-- The time at which the rule of a collection was last evaluated for all viewers.
create table collection_refreshes (
  collection_id uuid primary key,
  refreshed_at  timestamptz not null,
  -- Events up to this position have been applied.
  position      bigint not null
);

-- The items that the rule matched at that time, in all libraries and without a limit.
create table collection_matches (
  collection_id uuid not null,
  item_id       uuid not null,
  primary key (collection_id, item_id)
);

create table collection_changes (
  id            bigint generated always as identity primary key,
  collection_id uuid not null,
  item_id       uuid not null,
  at            timestamptz not null,
  -- False if the item no longer matched.
  is_in         boolean not null
);
create index collection_changes_collection on collection_changes (collection_id, id desc);
