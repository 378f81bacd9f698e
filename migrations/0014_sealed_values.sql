-- why: passwords and keys of other services, encrypted with the secret of the installation; a copied database tells none of them
-- breaking: no

create table sealed_values (
  -- what it belongs to, and which: its place, without which it does not open
  owner      text not null,
  owner_id   text not null,
  field      text not null,
  -- how people know it, for "enter it again"
  label      text not null,
  -- v1:<key id>:<nonce>:<ciphertext and tag>
  encrypted_value text not null,
  updated_at timestamptz not null default now(),
  constraint sealed_values_pkey primary key (owner, owner_id, field)
);

-- for secrets that people made up; one row
create table sealing_salt (
  is_only boolean primary key default true,
  salt    bytea not null,
  constraint sealing_salt_only check (is_only)
);
