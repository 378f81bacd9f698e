-- why: rules of an administrator act by themselves on items that appear, and names in paths are proposed as people, studios and tags
-- breaking: no

create table item_rules (
  id          uuid primary key,
  account_id  uuid not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  is_enabled  boolean not null,
  kind        item_kind not null,
  -- null: all libraries
  library_ids uuid[],
  name        text not null,
  text        text not null,
  actions     jsonb not null
);
create index item_rules_account on item_rules (account_id);

-- How far the rules have read the log. Not part of a projection: a rebuild must not run them again.
create table rule_cursor (
  is_only  boolean primary key default true constraint rule_cursor_one check (is_only),
  xid      text not null,
  position bigint not null
);

create index events_rule on events ((meta->>'rule'), position) where meta ? 'rule';
