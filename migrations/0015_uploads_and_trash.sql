-- why: temporary files of uploads can be cleaned up after a crash, and removed items can be restored from the trash
-- breaking: no

-- An upload is written under a temporary name next to its final place. The row lets a sweep delete that file when the upload
-- was interrupted.
create table uploads (
  id         uuid primary key,
  root_id    uuid not null,
  -- path of the temporary file below the root
  path_bytes bytea not null,
  -- the final name: on a disk without hard links, a killed upload can leave an empty file under it
  name_bytes bytea,
  -- how many folders at the end of the path the upload created; they are removed with it
  made       int not null default 0,
  begun_at   timestamptz not null default now()
);

-- Items in the trash keep their rows, but in a library that does not exist: no list, count or stream shows them to anyone,
-- and the user state of each account is kept.
create table trashed_items (
  item_id    uuid primary key,
  -- the library to which it is restored
  library_id uuid not null,
  root_id    uuid not null,
  path       text not null,
  path_bytes bytea not null,
  removed_at timestamptz not null,
  removed_by uuid,
  -- the file is moved to the trash folder of its root; otherwise it stays in place, and scans skip it
  with_file  boolean not null,
  -- moving: to the trash; there: in it; kept: the file stays in place; restoring: moving back; emptying: being deleted
  state      text not null,
  -- names (base64) of the files that are moved, all in the folder of the media file, which comes first
  files      jsonb not null,
  constraint trashed_items_state check (state in ('moving', 'there', 'kept', 'restoring', 'emptying'))
);
create index trashed_items_removed on trashed_items (removed_at, item_id);
create index trashed_items_library on trashed_items (library_id);
