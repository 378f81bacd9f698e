-- why: results of scrapers and stash-boxes wait as proposals until someone reviews them
-- breaking: no

create table proposals (
  id            uuid primary key,
  created_at    timestamptz not null default now(),
  -- The identify run that found the proposal. Null for a single lookup.
  batch_id      uuid,
  source_kind   text not null,
  source_id     text not null,
  source_name   text not null,
  -- A kind of item or entity.
  target_kind   text not null,
  target_id     uuid not null,
  action        text not null,
  match_type    text not null,
  confidence    int not null,
  url           text,
  -- The response of the source, which is kept for 90 days.
  raw           jsonb,
  proposed      jsonb not null,
  relations     jsonb not null,
  images        jsonb not null,
  -- Values that the server does not understand. They are shown but never written.
  not_understood jsonb not null,
  status        text not null default 'pending',
  parent_id     uuid,
  reviewed_by   uuid,
  reviewed_at   timestamptz,
  -- The reviewer's choices.
  decision      jsonb,
  -- The batch of events that are written when the proposal is accepted.
  change_id     uuid,
  job_run_id    uuid,
  applied_at    timestamptz,
  -- The result of applying the proposal: pictures that failed, and fields that were kept.
  outcome       jsonb,
  constraint proposals_confidence check (confidence between 0 and 100),
  constraint proposals_status check (status in ('pending', 'accepted', 'rejected', 'superseded', 'failed'))
);
create index proposals_status on proposals (status, confidence desc, id);
create index proposals_batch on proposals (batch_id) where batch_id is not null;
create index proposals_target on proposals (target_id, source_kind, source_id) where status = 'pending';
create index proposals_parent on proposals (parent_id) where parent_id is not null;

-- The items of an identify run, so that an interrupted run can continue and each item ends with an outcome.
create table identify_items (
  batch_id  uuid not null,
  target_id uuid not null,
  kind      text not null,
  -- Null until the sources have been queried.
  outcome   text,
  reason    text,
  primary key (batch_id, target_id),
  constraint identify_items_outcome check (outcome in ('proposed', 'none', 'failed'))
);
create index identify_items_open on identify_items (batch_id, target_id) where outcome is null;
