-- why: the hashes of an item's content: what finds duplicates, and what other services know a file by
-- breaking: no

create table item_fingerprints (
  item_id       uuid primary key,
  -- which content was read: another size or time is another one, and its row is gone
  size_bytes    bigint not null,
  mtime_ms      bigint not null,
  -- null for 8 bytes or fewer, and while only the perceptual hash is known
  oshash        bigint,
  -- 16 bytes; null while only the perceptual hash is known
  md5           bytea,
  -- the perceptual hash, 64 bits
  phash         bigint,
  -- why this content has none, as a sentence for people; it is not tried again by itself
  phash_failure text
);
