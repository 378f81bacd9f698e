-- why: administrators install plugins, whose tasks and hooks run as jobs of a separate queue
-- breaking: no

-- The files of a package are in a folder of the data directory that is named after its id.
create table plugin_packages (
  id           text primary key,
  name         text not null,
  -- The package's own description, as read when the package was installed.
  definition   jsonb not null,
  -- The source of the package, which is checked for updates.
  source       jsonb not null,
  sha256       text,
  is_enabled   boolean not null default true,
  -- Values that an administrator chose, keyed by setting.
  settings     jsonb not null default '{}',
  -- The account on whose behalf hooks run.
  installed_by uuid not null,
  installed_at timestamptz not null default now(),
  updated_at   timestamptz not null default now()
);

-- The position up to which hooks have read the log. It is not part of a projection, because a rebuild must not run the
-- hooks again.
create table plugin_cursor (
  is_only  boolean primary key default true constraint plugin_cursor_one check (is_only),
  xid      text not null,
  position bigint not null
);

insert into queues (id, name, label, resource, worker_factor)
  select 18, 'plugin-task', 'Plugins', 'cpu', max(worker_factor) from queues;
insert into slots (queue, slot) select 18, s from generate_series(0, 15) s;
