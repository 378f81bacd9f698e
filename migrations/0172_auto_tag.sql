-- why: names of performers, studios and tags in paths and titles are proposed, and a user accepts or dismisses them
-- breaking: no

-- Proposals that a job found. They may be deleted at any time, because the job finds them again, except for dismissed
-- proposals.
create table auto_tag_proposals (
  entity_id    uuid not null,
  item_id      uuid not null,
  found_at     timestamptz not null,
  is_dismissed boolean not null default false,
  -- The name or alias as written in the path or the title.
  words        text not null,
  primary key (entity_id, item_id)
);
create index auto_tag_proposals_item on auto_tag_proposals (item_id);
