-- why: items that look alike and are not the same are told once; and the groups that servers keep in memory are dropped when hashes change
-- breaking: no

-- Each pair once, the smaller id first.
create table duplicate_dismissals (
  dismissal_id uuid not null,
  low_id       uuid not null,
  high_id      uuid not null,
  primary key (dismissal_id, low_id, high_id),
  constraint duplicate_dismissals_order check (low_id < high_id)
);

create trigger duplicate_dismissals_changed after insert or update or delete or truncate on duplicate_dismissals
  for each statement execute function notify_changed('duplicates');
create trigger item_fingerprints_changed after insert or update or delete or truncate on item_fingerprints
  for each statement execute function notify_changed('duplicates');
