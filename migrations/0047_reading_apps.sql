-- why: keys by which reading apps sign in without the password, and the names that KOReader gives to files
-- breaking: no

create table reading_keys (
  id           uuid primary key,
  account_id   uuid not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz,
  -- SHA-256 of the MD5 of the key: KOReader sends that MD5 in its place
  key_hash     bytea not null unique,
  name         text not null
);
create index reading_keys_account on reading_keys (account_id, created_at);
-- Servers keep in memory whose a key is. Being used is of no interest to them.
create trigger reading_keys_changed after insert or delete or truncate on reading_keys
  for each statement execute function notify_changed('accounts');

-- Computed from the file by the job that reads a book; what a changed file was named by is not found any more.
create table book_documents (
  item_id     uuid primary key,
  size_bytes  bigint not null,
  mtime_ms    bigint not null,
  -- MD5 of some of its bytes
  partial_md5 bytea not null,
  -- MD5 of its name without folders
  name_md5    bytea not null
);
create index book_documents_partial on book_documents (partial_md5);
create index book_documents_name on book_documents (name_md5);

-- Gone with the account or the item. Both are projections, which a rebuild truncates and fills again: that fires neither.
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

-- What a catalog is narrowed by.
create index book_facts_format on book_facts (format, item_id);
create index book_facts_language on book_facts (lower(language), item_id);
-- The catalog keeps what there is to choose from.
create trigger book_facts_changed after insert or update or delete or truncate on book_facts
  for each statement execute function notify_changed('sources');
