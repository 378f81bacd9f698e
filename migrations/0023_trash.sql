-- why: items that were removed, and whose file lies in the trash folder of its root, can be brought back as they were
-- breaking: no

-- Their rows stay where they are, under a library that does not exist: no list, count or stream shows them to anyone, and
-- what people think of them waits with them.
create table trashed_items (
  item_id    uuid primary key,
  -- where it comes back to
  library_id uuid not null,
  root_id    uuid not null,
  path       text not null,
  path_bytes bytea not null,
  removed_at timestamptz not null,
  removed_by uuid,
  -- the file goes with it; else it stays where it is, and scans leave it out
  with_file  boolean not null,
  -- moving: to the trash; there: in it; kept: the file stays; restoring: back; emptying: deleted for good
  state      text not null,
  -- names in the folder of the file (base64), of what moves with it: the file first
  files      jsonb not null,
  constraint trashed_items_state check (state in ('moving', 'there', 'kept', 'restoring', 'emptying'))
);
create index trashed_items_removed on trashed_items (removed_at, item_id);
create index trashed_items_library on trashed_items (library_id);
