-- why: where an account stands in an item, on whatever device it played; what it watched, and how often, follows from the log
-- breaking: no

alter table user_items
  add column is_watched boolean not null default false,
  add column play_count int not null default 0;

-- Lists of what is an account's own are read from the account's side: some thousand rows, not a million items.
create index user_items_favorites on user_items (account_id, item_id) where is_favorite;
create index user_items_watched   on user_items (account_id, item_id) where is_watched;
create index user_items_rated     on user_items (account_id, rating, item_id) where rating is not null;

-- Written every ten seconds by each player, so it is no projection: an event for each would be most of the log. Nothing
-- that changes with every write stands in an index, and pages keep room: such a write is HOT.
create table user_progress (
  account_id     uuid not null,
  item_id        uuid not null,
  -- seconds; null when not started, finished, or taken from "Continue watching"
  position       double precision,
  -- seconds, the longest that the item or a player reported
  duration       double precision,
  last_played_at timestamptz not null,
  -- when open pages were last told
  told_at        timestamptz not null,
  -- the players that reported last: how far each one's reports were numbered, so that a late one is known
  viewings       jsonb not null default '[]',
  -- counts the writes; one that was decided on another is decided again
  revision       int not null default 1,
  is_in_progress boolean not null generated always as (position is not null) stored,
  primary key (account_id, item_id),
  constraint user_progress_position check (position > 0 and position < 1e9)
) with (fillfactor = 60);
create index user_progress_in_progress on user_progress (account_id, item_id) where is_in_progress;
create index user_progress_item on user_progress (item_id);

-- Gone with the item or the account. Both are projections, which a rebuild truncates and fills again: that fires neither.
create function forget_progress_of_items() returns trigger language plpgsql as $$
begin
  delete from user_progress p using removed where p.item_id = removed.id;
  return null;
end $$;
create function forget_progress_of_accounts() returns trigger language plpgsql as $$
begin
  delete from user_progress p using removed where p.account_id = removed.id;
  return null;
end $$;
create trigger items_forget_progress after delete on items
  referencing old table as removed for each statement execute function forget_progress_of_items();
create trigger accounts_forget_progress after delete on accounts
  referencing old table as removed for each statement execute function forget_progress_of_accounts();
