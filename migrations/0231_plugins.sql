-- why: administrators install plugins, whose tasks and hooks run as jobs of a queue of their own
-- breaking: no

-- The files of a package are in the folder of its id in the data directory.
create table plugin_packages (
  id           text primary key,
  name         text not null,
  -- what the package says of itself, as read when it was installed
  definition   jsonb not null,
  -- where it came from, which an update asks again
  source       jsonb not null,
  sha256       text,
  is_enabled   boolean not null default true,
  -- what an administrator chose, by the key of the setting
  settings     jsonb not null default '{}',
  -- hooks act for this account
  installed_by uuid not null,
  installed_at timestamptz not null default now(),
  updated_at   timestamptz not null default now()
);

-- How far hooks have read the log. Not part of a projection: a rebuild must not run them again.
create table plugin_cursor (
  is_only  boolean primary key default true constraint plugin_cursor_one check (is_only),
  xid      text not null,
  position bigint not null
);

insert into queues (id, name, label, resource, worker_factor)
  select 18, 'plugin-task', 'Plugins', 'cpu', max(worker_factor) from queues;
insert into slots (queue, slot) select 18, s from generate_series(0, 15) s;
