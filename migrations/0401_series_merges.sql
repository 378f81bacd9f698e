-- why: an administrator may merge a series into another series, and later scans must not separate the two again
-- breaking: no

-- Series that were merged into another series of the same library. Scans add the episodes of both series to the series
-- `into_id`.
create table series_merges (
  series_id  uuid primary key,
  into_id    uuid not null,
  library_id uuid not null
);
create index series_merges_into on series_merges (into_id);
create index series_merges_library on series_merges (library_id);
