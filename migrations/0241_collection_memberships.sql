-- why: members of rules are stored, and refreshed by the events that affect them, instead of being computed on every read
-- breaking: no

-- The position up to which events have been applied to the stored members. It is not part of a projection, because the
-- members are derived from other tables.
create table collection_cursor (
  is_only  boolean primary key default true constraint collection_cursor_one check (is_only),
  xid      text not null,
  position bigint not null
);

-- Members from before this version were computed without these columns, so every rule is evaluated again.
truncate collection_refreshes, collection_matches;
alter table collection_refreshes drop column position;
alter table collection_refreshes
  -- False for rules whose members differ by viewer. Such rules are evaluated when they are read.
  add column is_stored boolean not null,
  -- True if an event changed so many items that they are not listed.
  add column is_stale boolean not null,
  -- True if viewers who hide NSFW content have separate members, because entities marked NSFW do not match for them.
  add column has_variants boolean not null,
  -- The next time at which the members change without an event.
  add column due_at timestamptz,
  -- The rule as it was evaluated.
  add column rules jsonb not null,
  -- The fields that the rule reads, and the other collections that it reads.
  add column fields text[] not null,
  add column collections uuid[] not null,
  -- The types of events that can change the members.
  add column event_types text[] not null;

-- Members in all libraries, without a limit. The members that a viewer sees are selected when they are read.
alter table collection_matches add column hides_nsfw boolean not null;
alter table collection_matches drop constraint collection_matches_pkey;
alter table collection_matches add primary key (collection_id, hides_nsfw, item_id);

alter table collection_changes
  add column hides_nsfw boolean not null default false,
  -- The event that caused the change, its type and its actor. Null if a change of the rule or the passing of time
  -- caused the change.
  add column cause_position bigint,
  add column cause_type text,
  add column cause_actor text;
create index collection_changes_at on collection_changes (collection_id, at);
