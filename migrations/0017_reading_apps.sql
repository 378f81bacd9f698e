-- why: keys with which reading apps sign in without the password, and document hashes with which KOReader identifies books
-- breaking: no

create table reading_keys (
  id           uuid primary key,
  account_id   uuid not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz,
  -- SHA-256 of the MD5 of the key, because KOReader sends this MD5 instead of the key.
  key_hash     bytea not null unique,
  name         text not null
);
create index reading_keys_account on reading_keys (account_id, created_at);
-- Servers cache the account of each key. An update only records when the key was used, so updates do not notify the
-- servers.
create trigger reading_keys_changed after insert or delete or truncate on reading_keys
  for each statement execute function notify_changed('accounts');

-- The job that reads a book computes these hashes from its file. The hashes of changed files are no longer found.
create table book_documents (
  item_id     uuid primary key,
  size_bytes  bigint not null,
  mtime_ms    bigint not null,
  -- MD5 of a few samples of the file.
  partial_md5 bytea not null,
  -- MD5 of the file name without folders.
  name_md5    bytea not null,
  -- The revision of the code that read the book. If a later version reads more data, it reads the book again.
  reading     int not null default 0
);
create index book_documents_partial on book_documents (partial_md5);
create index book_documents_name on book_documents (name_md5);

-- Keys are deleted with the account, and hashes with the item. A rebuild does not fire these triggers, because it
-- truncates and refills both tables, which are projections.
create function forget_reading_keys() returns trigger language plpgsql as $$
begin
  delete from reading_keys k using removed where k.account_id = removed.id;
  return null;
end $$;
create function forget_book_documents() returns trigger language plpgsql as $$
begin
  delete from book_documents d using removed where d.item_id = removed.id;
  return null;
end $$;
create trigger accounts_forget_reading_keys after delete on accounts
  referencing old table as removed for each statement execute function forget_reading_keys();
create trigger items_forget_book_documents after delete on items
  referencing old table as removed for each statement execute function forget_book_documents();
