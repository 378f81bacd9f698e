-- why: users can tag markers
-- breaking: no

create table marker_tags (
  marker_id uuid not null,
  entity_id uuid not null,
  primary key (marker_id, entity_id)
);
create index marker_tags_by_entity on marker_tags (entity_id);

-- The tags of markers for filters. Filters must not find tags that are hidden from some accounts.
create view marker_tag_names as
select t.marker_id, e.id as tag_id, e.name
from marker_tags t join related_entities e on e.id = t.entity_id
where not e.is_nsfw;
