-- why: metadata of images, the day an image was taken, and groups of items such as galleries, which are folders or archives
-- breaking: no

-- Facts from the file, shown on the page of an image and in its info panel.
create table image_facts (
  item_id          uuid primary key,
  format           text not null,
  -- More than one for an animation or a file with several pages.
  frames           int not null,
  -- The local time of the camera, which has no time zone.
  taken_at         timestamp,
  -- Offset from UTC in minutes, if the camera recorded it.
  taken_offset     int,
  camera           text,
  lens             text,
  exposure_seconds double precision,
  -- The f-number.
  aperture         double precision,
  iso              double precision,
  -- Millimeters.
  focal_length     double precision,
  -- Degrees.
  latitude         double precision,
  longitude        double precision
);

-- The timeline shows images by the day when they were taken. The day comes from the camera, or else from the file name,
-- or else from the modification time of the file.
--
-- Returns the day in a file name, and the time if there is one: `IMG_20240531_123005.jpg`, `Screenshot 2024-05-31 at
-- 12.30.05.png`, `IMG-20240531-WA0001.jpg`. Eight digits without separators count as a day only in the years of digital
-- cameras.
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

-- Returns the modification time in UTC, so that the result does not depend on the server's time zone. A file may claim
-- any year, so the time is clamped.
create function moment_of_file(mtime_ms bigint) returns timestamp language sql immutable parallel safe
  return date_trunc('second', to_timestamp(least(greatest(mtime_ms, -4544380800000), 7258118400000) / 1000.0) at time zone 'UTC');

-- Additional columns of items that group other items. Such items also have a row in `items`.
create table item_groups (
  item_id        uuid primary key,
  -- True if the group exists only through its children. If it has no child in a library, no list contains the group.
  -- False for an archive, which has a file of its own.
  is_derived     boolean not null,
  is_removed     boolean not null default false,
  -- True if the group is marked NSFW, or a group that contains it is. All items in the group are then NSFW, too.
  is_nsfw_given  boolean not null default false,
  -- True if a user sorted the children. New children are then appended.
  is_hand_sorted boolean not null default false,
  -- The child whose picture is the cover. Null means the first child.
  cover_id       uuid,
  -- [{id, title, firstId}], where firstId is the first child of the chapter.
  chapters       jsonb not null default '[]',
  -- A message for users that explains which parts of an otherwise readable archive cannot be read.
  note           text
);
create trigger item_groups_changed after insert or update or delete or truncate on item_groups
  for each statement execute function notify_changed('catalog');

-- Images in an archive. They are not in item_files, so code that opens, moves or deletes files never affects them.
create table archive_entries (
  item_id    uuid primary key,
  archive_id uuid not null,
  -- Unpacked size and checksum. If either differs, the content has changed.
  size_bytes bigint not null,
  crc32      bigint not null,
  is_present boolean not null,
  -- 16 bytes of the SHA-256 of the name.
  name_hash  bytea not null,
  -- The name as the archive spells it. It is never used as a path on disk.
  name       text not null
);
-- An entry is identified by its archive and its name, because its position changes whenever a page is inserted before
-- it.
create unique index archive_entries_name on archive_entries (archive_id, name_hash) where is_present;
create index archive_entries_archive on archive_entries (archive_id);
create trigger archive_entries_changed after insert or update or delete or truncate on archive_entries
  for each statement execute function notify_changed('catalog');
