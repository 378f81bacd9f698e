-- why: the picture that lists show for each item, and the record of generated files that are stored next to media files
-- breaking: no

-- The state of an item's picture. The server can make the picture itself again from the file at any time.
create table item_pictures (
  item_id       uuid primary key,
  -- the content that the picture was made from: another size or time means other content. Null before the first attempt
  size_bytes    bigint,
  mtime_ms      bigint,
  width         int,
  height        int,
  -- null: the automatic picture
  chosen        text,
  -- seconds; the position of the chosen frame
  seconds       double precision,
  chosen_at     timestamptz,
  chosen_by     uuid,
  -- the file name of an uploaded picture in the folder of uploaded pictures
  digest        text,
  -- changes with every picture; null: there is none
  version       text,
  -- about 25 bytes, base64
  thumb_hash    text,
  -- why this content has no picture; no job tries again on its own
  failure       text,
  -- the file is truncated: the picture shows the part that can be decoded, and the page says so
  is_incomplete boolean not null default false,
  constraint item_pictures_chosen check (chosen in ('frame', 'upload'))
);
create trigger item_pictures_changed after insert or update or delete or truncate on item_pictures
  for each statement execute function notify_changed('catalog');

-- Files that the server generates for an item can be stored next to its media file. Listing a media folder to find them
-- would be too slow, so these rows record where they are. A row is written before the first file is moved and deleted after
-- the last: its files may be gone, but no file exists without a row.
create table adjacent_files (
  item_id    uuid primary key,
  root_id    uuid not null,
  -- path of the media file below the root, in the bytes of the file system
  path       bytea not null,
  files      int not null default 0,
  bytes      bigint not null default 0,
  changed_at timestamptz not null default now()
);
