-- why: NFO files next to videos are read once, and again when their size or time changes
-- breaking: no

-- The content of each NFO file. This table is a cache, which a scan refills.
create table nfo_files (
  root_id    uuid not null,
  path_hash  bytea not null,
  path       text not null,
  size_bytes bigint not null,
  mtime_ms   bigint not null,
  -- The root element: movie, tvshow, season or episodedetails.
  kind       text,
  -- The last values that could be read.
  fields     jsonb not null,
  -- The reason why the file could not be read.
  problem    text,
  primary key (root_id, path_hash)
);
-- Find the NFO files of a root, and pictures next to videos, among all files that the scan did not index.
create index scanned_files_nfo on scanned_files (root_id) where entity_id is null and path ~* '\.nfo$';
create index scanned_files_artwork on scanned_files (root_id)
  where entity_id is null and path ~* '\.(jpe?g|png|webp|avif)$';
