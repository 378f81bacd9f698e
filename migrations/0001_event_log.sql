-- why: the append-only log every other table is derived from
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
-- Readers follow (xid, position) behind pg_snapshot_xmin: a cursor by position alone loses events
-- of transactions that commit out of order.
create index events_read on events (xid, position);
create index events_position on events (position);
-- What one bulk command wrote. Most events belong to none: the index stays small.
create index events_batch on events ((meta->>'batchId')) where meta ? 'batchId';

-- A receipt answers only the account, route and body it was written for.
create table command_receipts (
  account_id uuid not null,
  -- the command's permanent name, such as "libraries.create"
  route      text not null,
  key        uuid not null,
  -- SHA-256 of the body as decoded
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
  name     text primary key,
  version  int not null,
  xid      xid8 not null default '0',
  position bigint not null default 0,
  updated_at timestamptz not null default now()
);
