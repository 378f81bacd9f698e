-- why: names of people, studios and tags in paths and titles are proposed, and a person accepts or dismisses them
-- breaking: no

-- Found by a job and thrown away at any time: the job finds them again, except those that were dismissed.
create table auto_tag_proposals (
  entity_id    uuid not null,
  item_id      uuid not null,
  found_at     timestamptz not null,
  is_dismissed boolean not null default false,
  -- the name or alias as it is in the path or the title
  words        text not null,
  primary key (entity_id, item_id)
);
create index auto_tag_proposals_item on auto_tag_proposals (item_id);
