-- why: the backdrop and the logo of an item, one from each source
-- breaking: no

create table item_role_pictures (
  item_id    uuid not null,
  -- `backdrop` or `logo`.
  role       text not null,
  -- `user`, `file` or `scrape`. The first of these that exists is shown.
  source     text not null,
  version    text not null,
  width      int not null,
  height     int not null,
  thumb_hash text not null,
  -- The file next to the item: its root, path, size and time.
  file       jsonb,
  primary key (item_id, role, source)
);
create trigger item_role_pictures_changed after insert or update or delete or truncate on item_role_pictures
  for each statement execute function notify_changed('catalog');
