-- why: members of rules are stored and refreshed by the events that touch them, instead of being computed on every read
-- breaking: no

-- How far the events have been applied to the stored members. Not part of a projection: the members are derived from other tables.
create table collection_cursor (
  is_only  boolean primary key default true constraint collection_cursor_one check (is_only),
  xid      text not null,
  position bigint not null
);

-- Members computed before this version were computed without these columns, so every rule is evaluated again.
truncate collection_refreshes, collection_matches;
alter table collection_refreshes drop column position;
alter table collection_refreshes
  -- false for rules whose members differ by viewer: they are evaluated when they are read
  add column is_stored boolean not null,
  -- an event changed more items than are worth naming
  add column is_stale boolean not null,
  -- viewers who hide NSFW content have members of their own, because entities that are marked NSFW do not match for them
  add column has_variants boolean not null,
  -- the next time at which the clock alone changes the members
  add column due_at timestamptz,
  -- the rule as it was evaluated
  add column rules jsonb not null,
  -- the fields, and the other collections, that the rule reads
  add column fields text[] not null,
  add column collections uuid[] not null,
  -- the types of events that can change the members
  add column event_types text[] not null;

-- Members in all libraries, without a limit. Which of them a viewer sees is decided when they are read.
alter table collection_matches add column hides_nsfw boolean not null;
alter table collection_matches drop constraint collection_matches_pkey;
alter table collection_matches add primary key (collection_id, hides_nsfw, item_id);

alter table collection_changes
  add column hides_nsfw boolean not null default false,
  -- the event that caused the change, who caused it, and how; null if the rule or the clock did
  add column cause_position bigint,
  add column cause_type text,
  add column cause_actor text;
create index collection_changes_at on collection_changes (collection_id, at);
