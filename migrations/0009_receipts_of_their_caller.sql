-- why: a receipt answers only the account, route and body it was written for; rows that have run out are found by an index
-- breaking: yes

-- What was kept for a day at most is not worth a conversion: a repeat across this upgrade runs again.
drop table command_receipts;
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
