-- why: accounts save the query, the sort order and the layout of a list under a name
-- breaking: no

create table saved_views (
  id         uuid primary key,
  account_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  is_pinned  boolean not null,
  is_shared  boolean not null,
  name       text not null,
  page       text not null,
  text       text not null,
  columns    jsonb,
  layout     text,
  sort       text
);
create index saved_views_account on saved_views (account_id);
create index saved_views_shared on saved_views (id) where is_shared;
