-- why: NFO files next to videos are read once, and again when their size or time changes
-- breaking: no

-- What each NFO file says. A cache of the files: a scan fills it again.
create table nfo_files (
  root_id    uuid not null,
  path_hash  bytea not null,
  path       text not null,
  size_bytes bigint not null,
  mtime_ms   bigint not null,
  -- the root element: movie, tvshow, season or episodedetails
  kind       text,
  -- the last values that could be read
  fields     jsonb not null,
  -- why the file could not be read
  problem    text,
  primary key (root_id, path_hash)
);
-- The files of a root that may be NFO files, and pictures next to videos, among all files that the scan did not index.
create index scanned_files_nfo on scanned_files (root_id) where entity_id is null and path ~* '\.nfo$';
create index scanned_files_artwork on scanned_files (root_id)
  where entity_id is null and path ~* '\.(jpe?g|png|webp|avif)$';
