-- why: what the server makes of a file can lie beside it; a folder of media cannot be listed for that, and so these rows say where
-- breaking: no

-- written before the first file is moved and deleted after the last: the files may be gone, but none lies elsewhere
create table adjacent_files (
  item_id    uuid primary key,
  root_id    uuid not null,
  -- of the media file, below the root, in the bytes of the file system
  path       bytea not null,
  files      int not null default 0,
  bytes      bigint not null default 0,
  changed_at timestamptz not null default now()
);
