-- why: technical facts of videos, the state of their previews, and markers that users set
-- breaking: no

create table video_facts (
  item_id          uuid primary key,
  frame_rate       double precision,
  bit_rate         bigint,
  container        text,
  video_codec      text,
  audio_codec      text,
  -- Set if the conversion of this file failed permanently. The original may still play.
  playback_failure text,
  -- Streams and chapters, which only details and playback read. Null until a job has probed the current content.
  probe            jsonb
);
create trigger video_facts_changed after insert or update or delete or truncate on video_facts
  for each statement execute function notify_changed('sources');

-- The state of the small pictures for seek bars and cards, which show frames from all parts of the video. A job
-- generates them from the file.
create table video_previews (
  item_id           uuid primary key,
  -- Version of the sheets. Null if there are none.
  version           text,
  -- The interval in the settings, in seconds. The cells of a long video may be further apart.
  asked_seconds     int,
  quality           int,
  -- Size of one cell in pixels, and the interval between cells in seconds.
  cell_width        int,
  cell_height       int,
  cell_seconds      double precision,
  cells             int,
  is_complete       boolean,
  -- The reason why this content has no sheets. No job tries again on its own.
  trickplay_failure text,
  -- Version of the clip. Null if there is none.
  clip_version      text,
  clip_width        int,
  clip_height       int,
  clip_failure      text
);

-- A marker is a named point or range in a video.
create table video_markers (
  id            uuid primary key,
  item_id       uuid not null,
  title         text not null,
  -- Seconds from the beginning.
  start_seconds double precision not null,
  -- Null if the marker is a point.
  end_seconds   double precision,
  created_at    timestamptz not null
);
create index video_markers_by_item on video_markers (item_id, start_seconds, id);
create index video_markers_newest on video_markers (created_at desc, id);
