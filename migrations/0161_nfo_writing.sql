-- why: libraries may have their NFO files written by the server
-- breaking: no

alter table libraries add column write_nfo text not null default 'off';

-- Where the NFO file of each movie, episode, season and series is or would be. A cache, which the sorting of a library fills.
create table nfo_targets (
  item_id uuid primary key,
  root_id uuid not null,
  path    text not null,
  -- the root element of the file
  kind    text not null
);
create index nfo_targets_root on nfo_targets (root_id);

-- The NFO files that the server wrote. They are recognized by their content, and do not count as a source.
create table nfo_written (
  root_id     uuid not null,
  path_hash   bytea not null,
  item_id     uuid not null,
  -- SHA-256 of the content, and of the content before, in case the server stopped between the two
  hash        bytea not null,
  before_hash bytea,
  -- SHA-256 of the values; null while the file is being written
  wanted      bytea,
  -- the fields of the item that the server wrote
  fields      text[] not null,
  primary key (root_id, path_hash)
);
