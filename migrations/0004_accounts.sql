-- why: accounts, which are projected from the log, and the data that must not be in a log: password hashes, sessions and failed logins
-- breaking: no

create table accounts (
  id                   uuid primary key,
  username             text not null,
  -- The form in which usernames are compared: NFKC and lower case.
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
create trigger accounts_changed after insert or update or delete or truncate on accounts
  for each statement execute function notify_changed('accounts');

create table credentials (
  account_id    uuid primary key,
  password_hash text not null,
  updated_at    timestamptz not null default now()
);
-- For minutes, a server caches the fact that a password was correct. At each request, it checks that the account's
-- password has not changed. This check uses the cache, so a changed password must notify the servers.
create trigger credentials_changed after insert or update or delete or truncate on credentials
  for each statement execute function notify_changed('accounts');

create table sessions (
  id                uuid primary key,
  account_id        uuid not null,
  -- The account as which an administrator views the product. Reads return the data that this account may see, and
  -- changes are refused.
  viewed_account_id uuid,
  -- SHA-256 of the token. The token itself is not stored.
  token_hash        bytea not null,
  client            text,
  device_name       text,
  device_id         text,
  ip_address        text,
  created_at        timestamptz not null default now(),
  last_seen_at      timestamptz not null default now(),
  expires_at        timestamptz not null
);
create unique index sessions_token_hash on sessions (token_hash);
create index sessions_account on sessions (account_id, last_seen_at desc);
create index sessions_expiry on sessions (expires_at);
create index sessions_viewed on sessions (viewed_account_id) where viewed_account_id is not null;
-- Each request may extend a session, and servers that cache the session need no notification about the extension. Only
-- deletions, an earlier expiry and a different viewed account notify them.
create trigger sessions_ended after delete or truncate on sessions
  for each statement execute function notify_changed('accounts');
create trigger sessions_shortened after update on sessions
  for each row when (new.expires_at < old.expires_at) execute function notify_changed('accounts');
create trigger sessions_view_changed after update on sessions
  for each row when (new.viewed_account_id is distinct from old.viewed_account_id)
  execute function notify_changed('accounts');

create table login_failures (
  -- "a:<address>" or "u:<address>/<username key>".
  key text not null,
  at  timestamptz not null default now()
);
create index login_failures_key on login_failures (key, at);

-- This is a separate table, because each write to accounts makes every server drop all cached sessions.
create table last_sign_ins (
  account_id uuid primary key,
  at         timestamptz not null
);

-- "3 files could not be read" disappears from the home page once an administrator has looked at these files. It
-- reappears when another file fails.
create table reviewed_problems (
  account_id     uuid primary key,
  -- The account has seen the items that failed before this time and have not changed since.
  reviewed_until timestamptz not null
);

-- Deletes the data that belongs only to the account and is not in the log. A rebuild does not fire this trigger,
-- because it truncates the table of accounts, which is a projection.
create function forget_what_accounts_own() returns trigger language plpgsql as $$
begin
  delete from sessions s using removed where s.account_id = removed.id;
  update sessions s set viewed_account_id = null from removed where s.viewed_account_id = removed.id;
  delete from credentials c using removed where c.account_id = removed.id;
  delete from command_receipts r using removed where r.account_id = removed.id;
  delete from reviewed_problems p using removed where p.account_id = removed.id;
  return null;
end $$;
create trigger accounts_forget_own after delete on accounts
  referencing old table as removed for each statement execute function forget_what_accounts_own();
