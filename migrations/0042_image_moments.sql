-- why: images are shown by the day they were taken; where the camera does not say, by the day in their name, else by the time of the file
-- breaking: no

create type moment_source as enum ('camera', 'name', 'file');

-- Of images: by the clock of the camera, which names no zone. Of other kinds null, which takes no room.
alter table items add column moment timestamp, add column moment_from moment_source;

-- The day, and the time if there is one, in a file name: `IMG_20240531_123005.jpg`, `Screenshot 2024-05-31 at 12.30.05.png`,
-- `IMG-20240531-WA0001.jpg`. Eight digits in a row are a day only of years that have digital cameras.
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

-- In UTC: what a time is called must not depend on where the server stands. A file may claim any year.
create function moment_of_file(mtime_ms bigint) returns timestamp language sql immutable parallel safe
  return date_trunc('second', to_timestamp(least(greatest(mtime_ms, -4544380800000), 7258118400000) / 1000.0) at time zone 'UTC');

update items v set
  moment = coalesce(k.taken_at, moment_of_name(f.path), moment_of_file(f.mtime_ms)),
  moment_from = (case when k.taken_at is not null then 'camera' when moment_of_name(f.path) is not null then 'name' else 'file' end)::moment_source
from item_files f left join image_facts k on k.item_id = f.item_id
where f.item_id = v.id and v.kind = 'image';

create index items_moment on items (library_id, kind, moment, id) include (is_nsfw, status) where kind = 'image';

-- Minutes from UTC that the camera named beside its time.
alter table image_facts add column taken_offset int;
