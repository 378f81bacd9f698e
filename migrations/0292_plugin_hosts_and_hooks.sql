-- why: administrators choose which websites a plugin may reach, and changes wait in a table for its hooks
-- breaking: no

-- Websites for which an administrator overruled the plugin's manifest.
create table plugin_hosts (
  plugin_id text not null,
  host      text not null,
  access    text not null constraint plugin_hosts_access check (access in ('allowed', 'private', 'refused')),
  constraint plugin_hosts_key primary key (plugin_id, host)
);

-- Changes that wait for hooks, in order. A run handles the oldest changes and then deletes their rows.
create table plugin_changes (
  id        bigint generated always as identity primary key,
  plugin_id text not null constraint plugin_changes_plugin references plugin_packages (id) on delete cascade,
  hook      text not null,
  -- The id of the item, performer, studio or tag.
  thing_id  uuid not null,
  -- The name of the event in the definition, such as Scene.Update.Post or item.edited.
  type      text not null,
  fields    text[] not null,
  -- The job that handles the change. Null while the change waits.
  job_id    uuid
);
create unique index plugin_changes_waiting on plugin_changes (plugin_id, hook, thing_id, type) where job_id is null;
create index plugin_changes_next on plugin_changes (plugin_id, hook, id) where job_id is null;
create index plugin_changes_taken on plugin_changes (job_id) where job_id is not null;
