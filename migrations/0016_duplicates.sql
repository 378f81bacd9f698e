-- why: content hashes, which detect duplicates and identify files in other services, and the decisions about duplicates
-- breaking: no

create table item_fingerprints (
  item_id       uuid primary key,
  -- The content that was hashed. The row is deleted when the size or the time changes.
  size_bytes    bigint not null,
  mtime_ms      bigint not null,
  -- Null for files of at most 8 bytes, and while only the perceptual hash is known.
  oshash        bigint,
  -- 16 bytes. Null while only the perceptual hash is known.
  md5           bytea,
  -- The perceptual hash, 64 bits.
  phash         bigint,
  -- A message for users that explains why this content has no perceptual hash. No job tries again on its own.
  phash_failure text
);
create trigger item_fingerprints_changed after insert or update or delete or truncate on item_fingerprints
  for each statement execute function notify_changed('duplicates');

-- Pairs of similar items that a user marked as different. Each pair is stored once, with the smaller id first.
create table duplicate_dismissals (
  dismissal_id uuid not null,
  low_id       uuid not null,
  high_id      uuid not null,
  primary key (dismissal_id, low_id, high_id),
  constraint duplicate_dismissals_order check (low_id < high_id)
);
create trigger duplicate_dismissals_changed after insert or update or delete or truncate on duplicate_dismissals
  for each statement execute function notify_changed('duplicates');

-- Duplicates that were removed in favor of another item, each with the decision that removed it. If a rule resolved
-- many groups, batch_id is the first decision of the batch. The page lists these items while they are in the trash.
create table duplicate_removals (
  resolution_id uuid not null,
  item_id       uuid not null,
  batch_id      uuid not null,
  keep_id       uuid not null,
  at            timestamptz not null,
  resolved_by   uuid,
  primary key (resolution_id, item_id)
);
create index duplicate_removals_batch on duplicate_removals (batch_id);
create index duplicate_removals_item on duplicate_removals (item_id);
