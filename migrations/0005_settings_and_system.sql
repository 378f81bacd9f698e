-- why: settings of the installation and of each account's web app, stored secrets, and the state of upgrades
-- breaking: no

-- The settings of the whole installation, projected from the log.
create table settings (
  name  text primary key,
  value jsonb not null
);

-- View preferences of the web app. They are stored here so that an account has the same preferences on every device.
create table ui_prefs (
  account_id uuid not null,
  key        text not null check (length(key) between 1 and 200),
  -- JSON as text, because jsonb rejects NUL and lone surrogates, which are valid JSON.
  value      text not null check (octet_length(value) <= 65536),
  updated_at timestamptz not null default now(),
  primary key (account_id, key)
);

-- Passwords and API keys of other services, encrypted with the secret of the installation. A copy of the database alone
-- does not reveal them.
create table sealed_values (
  -- The type and id of the owner, and the field. The value can be decrypted only for this owner and field.
  owner           text not null,
  owner_id        text not null,
  field           text not null,
  -- The name that the user sees when the value must be entered again.
  label           text not null,
  -- v1:<key id>:<nonce>:<ciphertext and tag>
  encrypted_value text not null,
  updated_at      timestamptz not null default now(),
  constraint sealed_values_pkey primary key (owner, owner_id, field)
);

-- The salt for secrets that users chose themselves. The table has one row.
create table sealing_salt (
  is_only boolean primary key default true,
  salt    bytea not null,
  constraint sealing_salt_only check (is_only)
);

-- Gates of breaking releases that an administrator accepted or that a new installation does not need. Projected from
-- the log.
create table breaking_gates (
  id          text primary key,
  -- Null if the gate is not needed.
  accepted_at timestamptz,
  accepted_by text
);

-- Installations from before 2.0 whose accounts were imported. Importing such an installation again has no effect.
create table earlier_installs (
  name   text primary key,
  at     timestamptz not null default now(),
  -- The imported accounts and their new names, without secrets.
  report jsonb not null
);
