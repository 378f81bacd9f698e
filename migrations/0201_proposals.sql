-- why: results of scrapers and stash-boxes wait as proposals until someone reviews them
-- breaking: no

create table proposals (
  id            uuid primary key,
  created_at    timestamptz not null default now(),
  -- the identify run that found it; null for a single lookup
  batch_id      uuid,
  source_kind   text not null,
  source_id     text not null,
  source_name   text not null,
  -- a kind of item or entity
  target_kind   text not null,
  target_id     uuid not null,
  action        text not null,
  match_type    text not null,
  confidence    int not null,
  url           text,
  -- what the source answered, for 90 days
  raw           jsonb,
  proposed      jsonb not null,
  relations     jsonb not null,
  images        jsonb not null,
  -- values that the server does not understand, which are shown and never written
  not_understood jsonb not null,
  status        text not null default 'pending',
  parent_id     uuid,
  reviewed_by   uuid,
  reviewed_at   timestamptz,
  -- what the reviewer chose
  decision      jsonb,
  -- the batch of events that accepting it writes
  change_id     uuid,
  job_run_id    uuid,
  applied_at    timestamptz,
  -- what happened when it was applied: pictures that failed, fields that were kept
  outcome       jsonb,
  constraint proposals_confidence check (confidence between 0 and 100),
  constraint proposals_status check (status in ('pending', 'accepted', 'rejected', 'superseded', 'failed'))
);
create index proposals_status on proposals (status, confidence desc, id);
create index proposals_batch on proposals (batch_id) where batch_id is not null;
create index proposals_target on proposals (target_id, source_kind, source_id) where status = 'pending';
create index proposals_parent on proposals (parent_id) where parent_id is not null;

-- The items of a run that identifies many, so that a run that was cut off continues, and each item ends with an outcome.
create table identify_items (
  batch_id  uuid not null,
  target_id uuid not null,
  kind      text not null,
  -- null until the sources were asked
  outcome   text,
  reason    text,
  primary key (batch_id, target_id),
  constraint identify_items_outcome check (outcome in ('proposed', 'none', 'failed'))
);
create index identify_items_open on identify_items (batch_id, target_id) where outcome is null;
