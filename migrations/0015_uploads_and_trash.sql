-- why: temporary files of uploads can be cleaned up after a crash, and removed items can be restored from the trash
-- breaking: no

-- An upload is written under a temporary name next to its final location. If the upload is interrupted, this row lets a
-- sweep delete the temporary file.
create table uploads (
  id         uuid primary key,
  root_id    uuid not null,
  -- The path of the temporary file below the root.
  path_bytes bytea not null,
  -- The final name. On a disk without hard links, a killed upload can leave an empty file with this name.
  name_bytes bytea,
  -- Number of folders at the end of the path that the upload created. They are deleted together with the file.
  made       int not null default 0,
  begun_at   timestamptz not null default now()
);

-- Items in the trash keep their rows, but in a library that does not exist. No list, count or stream shows them, and
-- the user state of each account is kept.
create table trashed_items (
  item_id    uuid primary key,
  -- The library to which the item is restored.
  library_id uuid not null,
  root_id    uuid not null,
  path       text not null,
  path_bytes bytea not null,
  removed_at timestamptz not null,
  removed_by uuid,
  -- True if the file is moved to the trash folder of its root. Otherwise the file stays in place, and scans skip it.
  with_file  boolean not null,
  -- `moving`: being moved to the trash. `there`: in the trash. `kept`: the file stays in place. `restoring`: being
  -- moved back. `emptying`: being deleted.
  state      text not null,
  -- Names in base64 of the files that are moved, all in the folder of the media file. The media file comes first.
  files      jsonb not null,
  constraint trashed_items_state check (state in ('moving', 'there', 'kept', 'restoring', 'emptying'))
);
create index trashed_items_removed on trashed_items (removed_at, item_id);
create index trashed_items_library on trashed_items (library_id);
