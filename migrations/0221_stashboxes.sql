-- why: stash-box servers, their rate limits, and the fingerprints that were sent to them
-- breaking: no

-- The API key of each server is in sealed_values, with the owner "stashbox".
create table stashbox_endpoints (
  id           uuid primary key,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  -- State of a token bucket that all processes share: the time at which the bucket was or will be empty.
  empty_at     timestamptz not null default '-infinity',
  learned_at   timestamptz,
  -- The name of this server among the external ids of items and entities. It never changes.
  id_name      text not null constraint stashbox_endpoints_id_name unique,
  name         text not null,
  url          text not null,
  -- The last characters of the key.
  api_key_hint text not null,
  -- The fields that the server supports, keyed by type, if the server lists them.
  known        jsonb
);

-- Each fingerprint is sent to a server once, and once more with a different vote.
create table stashbox_submissions (
  id           bigint generated always as identity primary key,
  endpoint_id  uuid not null references stashbox_endpoints (id) on delete cascade,
  item_id      uuid not null,
  requested_at timestamptz not null,
  sent_at      timestamptz,
  duration     int not null,
  algorithm    text not null constraint stashbox_submissions_algorithm check (algorithm in ('MD5', 'OSHASH', 'PHASH')),
  -- Hexadecimal digits.
  hash         text not null,
  scene_id     text not null,
  vote         text not null constraint stashbox_submissions_vote check (vote in ('VALID', 'INVALID', 'REMOVE')),
  -- `sending` is written before the request. A killed worker therefore never sends the fingerprint again without asking
  -- the server first.
  status       text not null constraint stashbox_submissions_status
    check (status in ('queued', 'sending', 'sent', 'refused', 'uncertain')),
  -- The message of the server.
  error        text,
  constraint stashbox_submissions_once unique (item_id, endpoint_id, algorithm, hash)
);
create index stashbox_submissions_open on stashbox_submissions (endpoint_id, id) where status in ('queued', 'sending');
create index stashbox_submissions_endpoint on stashbox_submissions (endpoint_id, id desc);
