-- why: items that group others: galleries of images (a folder, or an archive that is read in place), later albums of tracks
-- breaking: no

-- What a person said of the item itself; `is_nsfw` is what everyone reads: that, or NSFW by a group above it.
alter table items add column is_nsfw_own boolean not null default false;
update items set is_nsfw_own = true where is_nsfw;

-- Beside `items`, of kinds that group others.
create table item_groups (
  item_id       uuid primary key,
  -- made of what it groups: without a child in a library it is nowhere. False of an archive, which is a file of its own
  is_derived    boolean not null,
  is_removed    boolean not null default false,
  -- NSFW by itself or by a group above: so is all below it
  is_nsfw_given boolean not null default false,
  -- new children are put behind the others from then on
  is_hand_sorted boolean not null default false,
  -- the child whose picture it shows; null: the first one's
  cover_id      uuid,
  -- [{id, title, firstId}], firstId being the child that begins it
  chapters      jsonb not null default '[]',
  -- what cannot be read of an archive that is read otherwise; a sentence for people
  note          text
);

-- A folder that is a group has a row in item_files as well: only its place counts there, it is no file.
alter table item_files add column is_folder boolean not null default false;
drop index item_files_place;
create unique index item_files_place on item_files (root_id, path_hash) where is_present and not is_folder;
create unique index item_files_folder on item_files (root_id, path_hash) where is_folder;

-- Images in an archive. They are no files: nothing that opens, moves or deletes files meets them.
create table archive_entries (
  item_id    uuid primary key,
  archive_id uuid not null,
  -- unpacked bytes, and their checksum: another of either is another content
  size_bytes bigint not null,
  crc32      bigint not null,
  is_present boolean not null,
  -- 16 bytes of the SHA-256 of the name
  name_hash  bytea not null,
  -- as the archive spells it: nothing on the disk is called by it
  name       text not null
);
-- An entry is its archive and its name: its position shifts with each page that is put before it.
create unique index archive_entries_name on archive_entries (archive_id, name_hash) where is_present;
create index archive_entries_archive on archive_entries (archive_id);
