-- why: accepting or rejecting a proposal is an event, so that the history shows it and a rebuild restores it
-- breaking: yes

create table proposal_reviews (
  proposal_id uuid primary key,
  target_id   uuid not null,
  result      text not null,
  reviewed_by uuid,
  reviewed_at timestamptz not null,
  -- The batch of events that an accepted proposal writes.
  change_id   uuid,
  decision    jsonb,
  constraint proposal_reviews_result check (result in ('accepted', 'rejected'))
);
insert into proposal_reviews (proposal_id, target_id, result, reviewed_by, reviewed_at, change_id, decision)
  select id, target_id, case status when 'rejected' then status else 'accepted' end, reviewed_by, reviewed_at, change_id, decision
  from proposals where reviewed_at is not null;
alter table proposals drop column reviewed_by, drop column reviewed_at, drop column change_id, drop column decision;
comment on column proposals.status is 'how far the proposal is; a review of it is in proposal_reviews';

-- Pictures between their download and the transaction that records them, so that an interrupted job does not download
-- them again. The table needs no write-ahead log, because after a crash of the database the pictures are downloaded
-- again.
create unlogged table proposal_pictures (
  proposal_id uuid not null references proposals (id) on delete cascade,
  ordinal     int not null,
  bytes       bytea not null,
  primary key (proposal_id, ordinal)
);
