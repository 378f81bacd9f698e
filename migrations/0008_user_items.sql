-- why: each account's favorites, ratings and playback progress of items
-- breaking: no

-- The user state of an item, projected from the log. The row is kept while the item is hidden from the account.
create table user_items (
  account_id  uuid not null,
  item_id     uuid not null,
  rating      int,
  is_favorite boolean not null default false,
  is_watched  boolean not null default false,
  play_count  int not null default 0,
  primary key (account_id, item_id),
  constraint user_items_rating check (rating between 0 and 100)
);
create index user_items_item on user_items (item_id);
-- Lists of favorites, watched and rated items start from the account's rows, which are a few thousand instead of a
-- million items.
create index user_items_favorites on user_items (account_id, item_id) where is_favorite;
create index user_items_watched   on user_items (account_id, item_id) where is_watched;
create index user_items_rated     on user_items (account_id, rating, item_id) where rating is not null;
create trigger user_items_changed after insert or update or delete or truncate on user_items
  for each statement execute function notify_changed('catalog');

-- This table is not a projection, because every player writes its row every ten seconds, and these events would be most
-- of the log. No index contains a column that changes with every write, and pages keep free space, so these updates are
-- HOT.
create table user_progress (
  account_id     uuid not null,
  item_id        uuid not null,
  -- Position in seconds. Null if the item was not started, was finished, or was removed from "Continue watching".
  position       double precision,
  -- The longest duration in seconds that the item or a player reported.
  duration       double precision,
  last_played_at timestamptz not null,
  -- Time at which open pages were last notified.
  told_at        timestamptz not null,
  -- The players that reported last, each with the number of its last report, so that late reports are recognized.
  viewings       jsonb not null default '[]',
  -- Number of writes. A decision that was based on an earlier revision is repeated.
  revision       int not null default 1,
  is_in_progress boolean not null generated always as (position is not null) stored,
  -- Only for books: {locator: {href?, progression?, native?} | null, device: text | null}.
  reading_position jsonb,
  primary key (account_id, item_id),
  constraint user_progress_position check (position > 0 and position < 1e9)
) with (fillfactor = 60);
create index user_progress_in_progress on user_progress (account_id, item_id) where is_in_progress;
create index user_progress_item on user_progress (item_id);
create trigger user_progress_changed after insert or update or delete or truncate on user_progress
  for each statement execute function notify_changed('catalog');

-- Progress is deleted with the item or the account. A rebuild does not fire these triggers, because it truncates and
-- refills both tables, which are projections.
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
