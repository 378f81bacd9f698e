-- why: images and books wait as arriving until a job examined them, and an image has no place in the timeline before
-- breaking: no

update item_files f set is_probed = false
from items v
where v.id = f.item_id and f.failure is null
  and ((v.kind = 'image' and not exists (select from image_facts k where k.item_id = v.id))
    or (v.kind = 'book' and not exists (select from book_facts k where k.item_id = v.id)));

-- The worker examines them after its start.
update items v set status = 'arriving' from item_files f
where f.item_id = v.id and v.kind in ('image', 'book') and v.status = 'ready' and not f.is_probed;

update items v set moment = null, moment_from = null
where v.kind = 'image' and v.moment is not null and not exists (select from image_facts k where k.item_id = v.id);

-- In the order of lists: an image without a moment comes after all days, from the newest to the oldest.
drop index items_moment;
create index items_moment on items (library_id, kind, moment nulls first, id) include (is_nsfw, status) where kind = 'image';
