-- why: performers and studios have tags, which scrapers and users assign
-- breaking: no

create table related_tags (
  entity_id uuid not null,
  tag_id    uuid not null,
  source    text not null,
  primary key (entity_id, tag_id)
);
create index related_tags_tag on related_tags (tag_id, entity_id);
