-- why: what is being uploaded lies beside its place under a temporary name, which is deleted when its upload was cut off
-- breaking: no

create table uploads (
  id         uuid primary key,
  root_id    uuid not null,
  -- below the root, of the temporary file
  path_bytes bytea not null,
  begun_at   timestamptz not null default now()
);
