-- why: the page of an image and the panel beside it show what its file says of itself: format, camera, when it was taken
-- breaking: no

create table image_facts (
  item_id          uuid primary key,
  format           text not null,
  -- more than one: it moves, or has pages
  frames           int not null,
  -- by the clock of the camera, which names no zone
  taken_at         timestamp,
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
