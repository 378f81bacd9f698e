-- why: technical facts of videos, the state of their previews, and markers that people set
-- breaking: no

create table video_facts (
  item_id          uuid primary key,
  frame_rate       double precision,
  bit_rate         bigint,
  container        text,
  video_codec      text,
  audio_codec      text,
  -- the conversion of this file failed permanently; the original may still play
  playback_failure text,
  -- streams and chapters, which only details and playback read; null until a job has probed the current content
  probe            jsonb
);
create trigger video_facts_changed after insert or update or delete or truncate on video_facts
  for each statement execute function notify_changed('sources');

-- Seek bars and cards show small pictures from the whole video. A job makes them from the file, and this is their state.
create table video_previews (
  item_id           uuid primary key,
  -- of the sheets; null: there are none
  version           text,
  -- the interval in the settings; the cells of a long video may be further apart
  asked_seconds     int,
  quality           int,
  -- size of one cell in pixels, and its interval in seconds
  cell_width        int,
  cell_height       int,
  cell_seconds      double precision,
  cells             int,
  is_complete       boolean,
  -- why this content has no sheets; no job tries again on its own
  trickplay_failure text,
  -- of the clip; null: there is none
  clip_version      text,
  clip_width        int,
  clip_height       int,
  clip_failure      text
);

-- A marker names a point or a range of a video.
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
