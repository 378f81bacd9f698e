-- why: metadata of images, the day an image was taken, and groups of items such as galleries, which are folders or archives
-- breaking: no

-- The page of an image and its info panel show these facts from the file.
create table image_facts (
  item_id          uuid primary key,
  format           text not null,
  -- more than one: an animation, or several pages
  frames           int not null,
  -- the local time of the camera, which has no time zone
  taken_at         timestamp,
  -- minutes from UTC, where the camera recorded them
  taken_offset     int,
  camera           text,
  lens             text,
  exposure_seconds double precision,
  -- the f-number
  aperture         double precision,
  iso              double precision,
  -- millimeters
  focal_length     double precision,
  -- degrees
  latitude         double precision,
  longitude        double precision
);

-- The timeline shows images by the day they were taken: from the camera, else from the file name, else from the
-- modification time of the file.
--
-- Reads the day, and the time if there is one, in a file name: `IMG_20240531_123005.jpg`,
-- `Screenshot 2024-05-31 at 12.30.05.png`, `IMG-20240531-WA0001.jpg`. Eight digits without separators count as a day only in
-- the years of digital cameras.
create function moment_of_name(path text) returns timestamp language plpgsql immutable parallel safe as $$
declare
  found text[] := regexp_match(regexp_replace(path, '^.*/', ''),
    '(?:^|[^0-9])((?:18|19|20)[0-9][0-9])([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12][0-9]|3[01])(?:(?:[-_. T]| at )?([01][0-9]|2[0-3])[-_.:]?([0-5][0-9])[-_.:]?([0-5][0-9])(?:[0-9]{3})?)?(?![0-9])');
  first_day date;
begin
  if found is null then return null; end if;
  first_day := make_date(found[1]::int, found[3]::int, 1);
  if found[2] = '' and found[1]::int not between 1990 and 2039 then return null; end if;
  if found[4]::int > extract(day from first_day + interval '1 month' - interval '1 day') then return null; end if;
  return (first_day + (found[4]::int - 1))
    + make_interval(hours => coalesce(found[5], '0')::int, mins => coalesce(found[6], '0')::int, secs => coalesce(found[7], '0')::int);
end $$;

-- Uses UTC, so that the result does not depend on the time zone of the server. A file may claim any year, so it is clamped.
create function moment_of_file(mtime_ms bigint) returns timestamp language sql immutable parallel safe
  return date_trunc('second', to_timestamp(least(greatest(mtime_ms, -4544380800000), 7258118400000) / 1000.0) at time zone 'UTC');

-- Additional columns of items that group others. The rows of such items are in `items`, too.
create table item_groups (
  item_id        uuid primary key,
  -- the group exists only through its children: without a child in a library it is in no list. False of an archive, which
  -- has a file of its own
  is_derived     boolean not null,
  is_removed     boolean not null default false,
  -- NSFW itself or by a group above; so are all items below it
  is_nsfw_given  boolean not null default false,
  -- a person sorted the children: new ones are appended from then on
  is_hand_sorted boolean not null default false,
  -- the child whose picture is the cover; null: the first child
  cover_id       uuid,
  -- [{id, title, firstId}], where firstId is the first child of the chapter
  chapters       jsonb not null default '[]',
  -- why parts of an otherwise readable archive cannot be read, as a sentence for the user
  note           text
);
create trigger item_groups_changed after insert or update or delete or truncate on item_groups
  for each statement execute function notify_changed('catalog');

-- Images in an archive. They are not in item_files, so no code that opens, moves or deletes files can touch them.
create table archive_entries (
  item_id    uuid primary key,
  archive_id uuid not null,
  -- unpacked size and checksum: if either differs, the content has changed
  size_bytes bigint not null,
  crc32      bigint not null,
  is_present boolean not null,
  -- 16 bytes of the SHA-256 of the name
  name_hash  bytea not null,
  -- as the archive spells it; never used as a path on the disk
  name       text not null
);
-- An entry is identified by its archive and name: its position shifts with each page that is inserted before it.
create unique index archive_entries_name on archive_entries (archive_id, name_hash) where is_present;
create index archive_entries_archive on archive_entries (archive_id);
create trigger archive_entries_changed after insert or update or delete or truncate on archive_entries
  for each statement execute function notify_changed('catalog');
