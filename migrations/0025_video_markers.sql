-- why: places in a video that a person named, as a point or a range
-- breaking: no

create table video_markers (
  id            uuid primary key,
  item_id       uuid not null,
  title         text not null,
  -- seconds from the beginning
  start_seconds double precision not null,
  -- null: a point
  end_seconds   double precision,
  created_at    timestamptz not null
);

create index video_markers_by_item on video_markers (item_id, start_seconds, id);
create index video_markers_newest on video_markers (created_at desc, id);
