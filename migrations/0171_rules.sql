-- why: rules of an administrator are applied automatically to new items, and names in paths are proposed as performers, studios and tags
-- breaking: no

create table item_rules (
  id          uuid primary key,
  account_id  uuid not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  is_enabled  boolean not null,
  kind        item_kind not null,
  -- Null means all libraries.
  library_ids uuid[],
  name        text not null,
  text        text not null,
  actions     jsonb not null
);
create index item_rules_account on item_rules (account_id);

-- The position up to which the rules have read the log. It is not part of a projection, because a rebuild must not run
-- the rules again.
create table rule_cursor (
  is_only  boolean primary key default true constraint rule_cursor_one check (is_only),
  xid      text not null,
  position bigint not null
);

create index events_rule on events ((meta->>'rule'), position) where meta ? 'rule';
