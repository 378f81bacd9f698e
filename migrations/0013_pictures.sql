-- why: the picture that lists show for each item, and the record of generated files that are stored next to media files
-- breaking: no

-- The state of an item's picture. The server can regenerate the picture from the file at any time.
create table item_pictures (
  item_id       uuid primary key,
  -- The content from which the picture was generated. A different size or time means different content. Null before the
  -- first attempt.
  size_bytes    bigint,
  mtime_ms      bigint,
  width         int,
  height        int,
  -- Null means the automatic picture.
  chosen        text,
  -- Position of the chosen frame in seconds.
  seconds       double precision,
  chosen_at     timestamptz,
  chosen_by     uuid,
  -- The file name of an uploaded picture in the folder of uploaded pictures.
  digest        text,
  -- Changes with every new picture. Null if there is no picture.
  version       text,
  -- About 25 bytes in base64.
  thumb_hash    text,
  -- The reason why this content has no picture. No job tries again on its own.
  failure       text,
  -- True if the file is truncated. The picture shows the part that can be decoded, and the page tells the user.
  is_incomplete boolean not null default false,
  constraint item_pictures_chosen check (chosen in ('frame', 'upload'))
);
create trigger item_pictures_changed after insert or update or delete or truncate on item_pictures
  for each statement execute function notify_changed('catalog');

-- The server may store files that it generates for an item next to the media file. Searching all media folders for
-- these files would be too slow, so these rows record their location. A row is written before the first file is moved,
-- and deleted after the last file. A row may therefore exist without files, but a file never exists without a row.
create table adjacent_files (
  item_id    uuid primary key,
  root_id    uuid not null,
  -- The path of the media file below the root, in the bytes of the file system.
  path       bytea not null,
  files      int not null default 0,
  bytes      bigint not null default 0,
  changed_at timestamptz not null default now()
);
