-- why: the append-only event log, from which every projected table is derived
-- breaking: no

create table events (
  position  bigint generated always as identity,
  xid       xid8 not null default pg_current_xact_id(),
  stream_id uuid not null,
  version   int not null,
  type      text not null,
  data      jsonb not null,
  meta      jsonb not null default '{}',
  at        timestamptz not null default now(),
  constraint events_stream_version primary key (stream_id, version)
);
-- Readers follow (xid, position) up to the oldest running transaction. A cursor that contains only the position would
-- miss events of transactions that commit out of order.
create index events_read on events (xid, position);
create index events_position on events (position);
-- Finds the events of a bulk command. Most events belong to no batch, so the index stays small.
create index events_batch on events ((meta->>'batchId')) where meta ? 'batchId';

-- The history lists the actions of users and of the server, newest first, and filters them by type and by actor. These
-- indexes omit the events of jobs, which are written thousands of times a second. If a command changed many objects,
-- they contain only its first event.
create index events_history_type on events (type, position)
  where type not like 'jobs.%' and not meta ? 'follows';
create index events_history_actor on events ((coalesce(meta->>'actor', '')), type, position)
  where type not like 'jobs.%' and not meta ? 'follows';
create index events_history_at on events (at)
  where type not like 'jobs.%' and not meta ? 'follows';
create index events_history_request on events ((meta->>'requestId')) where meta ? 'requestId';

-- A receipt is valid only for the account, the route and the body for which it was written.
create table command_receipts (
  account_id uuid not null,
  -- The permanent name of the command, such as "libraries.create".
  route      text not null,
  key        uuid not null,
  -- SHA-256 of the decoded body.
  body_hash  bytea not null,
  result     jsonb not null,
  at         timestamptz not null default now(),
  primary key (account_id, route, key)
);
create index command_receipts_at on command_receipts (at);

create table event_quarantine (
  position bigint primary key,
  type     text not null,
  reason   text not null,
  at       timestamptz not null default now()
);

create table projector_checkpoints (
  name       text primary key,
  version    int not null,
  xid        xid8 not null default '0',
  position   bigint not null default 0,
  updated_at timestamptz not null default now()
);
