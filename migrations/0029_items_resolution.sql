-- why: lists of videos are sorted and narrowed by resolution: as every order, from an index that begins with library and kind
-- breaking: no

-- The expression is `rankIn` of items/resolution.ts. Width and height are included, or it could not be answered from the index
-- alone.
create index items_resolution on items (library_id, kind, (case when coalesce(width, 0) = 0 or coalesce(height, 0) = 0 then 0
  when greatest(width, height) >= 3800 or least(width, height) >= 2100 then 5
  when greatest(width, height) >= 2500 or least(width, height) >= 1400 then 4
  when greatest(width, height) >= 1900 or least(width, height) >= 1060 then 3
  when greatest(width, height) >= 1260 or least(width, height) >= 700 then 2 else 1 end), id)
  include (is_nsfw, status, width, height) where kind = 'video';
