-- why: lists show a picture of each item; the bytes are made again from the file whenever they are needed, this is what is known of them
-- breaking: no

create table item_pictures (
  item_id     uuid primary key,
  -- what the picture was made from: another size or time is another content; null before the first try
  size_bytes  bigint,
  mtime_ms    bigint,
  width       int,
  height      int,
  -- null: the automatic picture
  chosen      text,
  -- of the chosen frame, seconds
  seconds     double precision,
  chosen_at   timestamptz,
  chosen_by   uuid,
  -- of the picture a person gave: its name in the folder of own pictures
  digest      text,
  -- changes with every picture; null: there is none
  version     text,
  -- about 25 bytes, base64
  thumb_hash  text,
  -- why there is no picture of this content; it is not tried again by itself
  failure     text,
  constraint item_pictures_chosen check (chosen in ('frame', 'upload'))
);
