-- why: accounts collect items of any kind by hand or by a rule, for themselves or for everyone
-- breaking: no

create table collections (
  id            uuid primary key,
  -- The owner of the collection.
  account_id    uuid not null,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  is_shared     boolean not null,
  is_nsfw       boolean not null,
  name          text not null,
  description   text,
  -- The rule tree of a dynamic collection. Null for a collection that users fill.
  rules         jsonb,
  sort          jsonb not null,
  item_limit    jsonb,
  cover_item_id uuid,
  picture       jsonb
);
create index collections_account on collections (account_id);
create index collections_shared on collections (id) where is_shared;
create trigger collections_changed after insert or update or delete or truncate on collections
  for each statement execute function notify_changed('catalog');

create type collection_membership as enum ('item', 'pinned', 'banned');

-- Decisions of users: the items of a manual collection, and the items that users pinned or banned in a dynamic
-- collection.
create table collection_entries (
  collection_id uuid not null,
  item_id       uuid not null,
  added_at      timestamptz not null,
  ordinal       bigint not null,
  membership    collection_membership not null,
  note          text,
  primary key (collection_id, item_id)
);
create index collection_entries_item on collection_entries (item_id, collection_id);
create trigger collection_entries_changed after insert or update or delete or truncate on collection_entries
  for each statement execute function notify_changed('catalog');
