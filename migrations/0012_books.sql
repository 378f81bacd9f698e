-- why: metadata of books with their authors and series, and the bookmarks of their readers
-- breaking: no

create table book_facts (
  item_id          uuid primary key,
  -- Derived from the name, so that the URL of a series is permanent.
  series_id        uuid,
  series_number    double precision,
  pages            int,
  is_right_to_left boolean not null,
  -- True if the seller encrypted the text (DRM).
  is_protected     boolean not null,
  format           text not null,
  series           text,
  language         text,
  publisher        text
);
create index book_facts_series on book_facts (series_id, series_number, item_id) where series_id is not null;
-- The expression that the search compares.
create index book_facts_words on book_facts using gin (lower(normalize(series, NFC)) gin_trgm_ops);
-- The OPDS catalog filters by format and by language.
create index book_facts_format on book_facts (format, item_id);
create index book_facts_language on book_facts (lower(language), item_id);
-- The OPDS catalog caches the available formats and languages.
create trigger book_facts_changed after insert or update or delete or truncate on book_facts
  for each statement execute function notify_changed('sources');

create table book_authors (
  item_id   uuid not null,
  ordinal   int not null,
  -- Derived from the name, so that the URL of an author is permanent.
  author_id uuid not null,
  role      text not null,
  name      text not null,
  primary key (item_id, ordinal)
);
create index book_authors_author on book_authors (author_id, item_id);
create index book_authors_words on book_authors using gin (lower(normalize(name, NFC)) gin_trgm_ops);
create trigger book_authors_changed after insert or update or delete or truncate on book_authors
  for each statement execute function notify_changed('catalog');

create table book_bookmarks (
  id         uuid primary key,
  account_id uuid not null,
  item_id    uuid not null,
  name       text not null,
  -- Position in the book, from 0 to 1.
  fraction   double precision not null,
  -- Page number, from 1. Null if page numbers depend on the screen.
  page       int,
  -- The locator has the same form as in user_progress.
  locator    jsonb,
  created_at timestamptz not null
);
create index book_bookmarks_own on book_bookmarks (account_id, item_id, fraction, id);
create index book_bookmarks_item on book_bookmarks (item_id);
