-- why: what each account keeps of the web app's views follows it to other devices, and a breaking release waits for consent
-- breaking: no

create table ui_prefs (
  account_id uuid not null,
  key        text not null check (length(key) between 1 and 200),
  -- JSON as text: jsonb refuses NUL and lone surrogates, which are JSON all the same
  value      text not null check (octet_length(value) <= 65536),
  updated_at timestamptz not null default now(),
  primary key (account_id, key)
);

-- from the log: gates that an administrator accepted, or that a new install does not need
create table breaking_gates (
  id          text primary key,
  -- null: not needed
  accepted_at timestamptz,
  accepted_by text
);
