-- why: where one stands in a book, in the words of its readers, and on which device; places that are kept by hand
-- breaking: no

-- {locator: {href?, progression?, native?} | null, device: text | null}; of books alone
alter table user_progress add column place jsonb;

create table book_bookmarks (
  id         uuid primary key,
  account_id uuid not null,
  item_id    uuid not null,
  name       text not null,
  -- 0 to 1
  fraction   double precision not null,
  -- from 1; null where pages are those of a screen
  page       int,
  -- as in user_progress
  locator    jsonb,
  created_at timestamptz not null
);
create index book_bookmarks_own on book_bookmarks (account_id, item_id, fraction, id);
create index book_bookmarks_item on book_bookmarks (item_id);
