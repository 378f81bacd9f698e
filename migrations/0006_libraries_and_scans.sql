-- why: libraries and their folders, which are projected, and the files that the scanner last found on disk, which every scan writes again
-- breaking: no

create table libraries (
  id         uuid primary key,
  name       text not null,
  is_nsfw    boolean not null,
  contents   text[] not null,
  created_at timestamptz not null
);
create trigger libraries_changed after insert or update or delete or truncate on libraries
  for each statement execute function notify_changed('sources');

create table library_roots (
  id         uuid primary key,
  library_id uuid not null,
  path       text not null,
  enabled    boolean not null,
  recursive  boolean not null,
  ordinal    int not null
);
create index library_roots_library on library_roots (library_id);
create trigger library_roots_changed after insert or update or delete or truncate on library_roots
  for each statement execute function notify_changed('sources');

create table root_scans (
  root_id         uuid primary key,
  last_scanned_at timestamptz not null,
  -- Device and inode of the folder. A different pair at the same path means a different disk.
  identity        text not null,
  files           int not null
);

-- The scan result for each file below a root. Folders and links have a row only if the scan skipped them. Paths are
-- stored as bytes, because file systems do not guarantee UTF-8.
create table scanned_files (
  root_id     uuid not null,
  path_hash   bytea not null,
  folder_hash bytea not null,
  path_bytes  bytea not null,
  path        text not null,
  size_bytes  bigint,
  mtime_ms    bigint,
  kind        text not null,
  scan_result text not null,
  reason      text,
  entity_type text,
  entity_id   uuid,
  checked_at  timestamptz not null default now(),
  primary key (root_id, path_hash),
  constraint scanned_files_kind check (kind in ('file', 'folder', 'link', 'other')),
  constraint scanned_files_scan_result check (scan_result in ('indexed', 'unchanged', 'moved', 'ignored', 'failed', 'missing'))
);
-- For listing the entries of a folder page by page.
create index scanned_files_folder on scanned_files (root_id, folder_hash, path_hash);
create index scanned_files_path on scanned_files (root_id, path);
create index scanned_files_scan_result_path on scanned_files (scan_result, root_id, path);
create index scanned_files_entity on scanned_files (entity_id) where entity_id is not null;
-- A scan searches for subtitle files among all files that it did not index.
create index scanned_files_subtitles on scanned_files (root_id, folder_hash)
  where entity_id is null and path ~* '\.(srt|vtt|ass|ssa)$';
