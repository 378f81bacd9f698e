-- why: accounts (projected from the log), and what must not be in a log: password hashes, sessions, failures
-- breaking: no

create table accounts (
  id                   uuid primary key,
  username             text not null,
  -- NFKC, lower case: the form usernames are compared in
  username_key         text not null,
  display_name         text not null,
  role                 text not null,
  enabled              boolean not null,
  allow_nsfw           boolean not null,
  show_nsfw            boolean not null,
  may_create_libraries boolean not null,
  library_ids          uuid[] not null,
  created_at           timestamptz not null,
  constraint accounts_role check (role in ('administrator', 'member'))
);
create unique index accounts_username_key on accounts (username_key);

create table credentials (
  account_id    uuid primary key,
  password_hash text not null,
  updated_at    timestamptz not null default now()
);

create table sessions (
  id           uuid primary key,
  account_id   uuid not null,
  -- SHA-256 of the token; the token itself is nowhere
  token_hash   bytea not null,
  client       text,
  device_name  text,
  device_id    text,
  ip_address   text,
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at   timestamptz not null
);
create unique index sessions_token_hash on sessions (token_hash);
create index sessions_account on sessions (account_id, last_seen_at desc);
create index sessions_expiry on sessions (expires_at);

create table login_failures (
  -- "a:<address>" or "u:<address>/<username key>"
  key text not null,
  at  timestamptz not null default now()
);
create index login_failures_key on login_failures (key, at);
