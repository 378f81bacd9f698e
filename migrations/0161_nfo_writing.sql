-- why: the server can write the NFO files of a library
-- breaking: no

alter table libraries add column write_nfo text not null default 'off';

-- The path of the existing or future NFO file of each movie, episode, season and series. This table is a cache, which
-- is refilled when a library is classified.
create table nfo_targets (
  item_id uuid primary key,
  root_id uuid not null,
  path    text not null,
  -- The root element of the file.
  kind    text not null
);
create index nfo_targets_root on nfo_targets (root_id);

-- The NFO files that the server wrote. The server recognizes them by their content, and does not use them as a source.
create table nfo_written (
  root_id     uuid not null,
  path_hash   bytea not null,
  item_id     uuid not null,
  -- SHA-256 of the content, and of the previous content in case the server stopped while it replaced the file.
  hash        bytea not null,
  before_hash bytea,
  -- SHA-256 of the values. Null while the file is being written.
  wanted      bytea,
  -- The fields of the item that the server wrote.
  fields      text[] not null,
  primary key (root_id, path_hash)
);
