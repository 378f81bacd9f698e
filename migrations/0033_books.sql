-- why: what a book says of itself: its series, its authors, its pages
-- breaking: no

create table book_facts (
  item_id          uuid primary key,
  -- follows from the name, so that a series keeps its address
  series_id        uuid,
  series_number    double precision,
  pages            int,
  is_right_to_left boolean not null,
  -- its text is encrypted by a seller
  is_protected     boolean not null,
  format           text not null,
  series           text,
  language         text,
  publisher        text
);
create index book_facts_series on book_facts (series_id, series_number, item_id) where series_id is not null;
-- what a search compares
create index book_facts_words on book_facts using gin (lower(normalize(series, NFC)) gin_trgm_ops);

create table book_authors (
  item_id   uuid not null,
  ordinal   int not null,
  -- follows from the name, so that an author keeps their address
  author_id uuid not null,
  role      text not null,
  name      text not null,
  primary key (item_id, ordinal)
);
create index book_authors_author on book_authors (author_id, item_id);
create index book_authors_words on book_authors using gin (lower(normalize(name, NFC)) gin_trgm_ops);

-- Like its neighbors in what the settings say of all queues.
insert into queues (id, name, label, resource, worker_factor)
  select 16, 'book-read', 'Book reading', 'disk', max(worker_factor) from queues;
insert into slots (queue, slot) select 16, s from generate_series(0, 15) s;
