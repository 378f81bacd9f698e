-- why: seek bars and cards show small pictures from all over a video; the bytes are made from its file, this is what is known of them
-- breaking: no

create table video_previews (
  item_id           uuid primary key,
  -- of the sheets; null: there are none
  version           text,
  -- as the settings said; the seconds of a cell may be more in a long video
  asked_seconds     int,
  quality           int,
  -- of one cell, pixels and seconds
  cell_width        int,
  cell_height       int,
  cell_seconds      double precision,
  cells             int,
  is_complete       boolean,
  -- why there are no sheets of this content; it is not tried again by itself
  trickplay_failure text,
  -- of the clip; null: there is none
  clip_version      text,
  clip_width        int,
  clip_height       int,
  clip_failure      text
);
