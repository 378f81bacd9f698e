-- why: stash-box servers, how much may be asked of them, and the fingerprints that were sent to them
-- breaking: no

-- The API key of each is in sealed_values, with the owner "stashbox".
create table stashbox_endpoints (
  id           uuid primary key,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  -- a token bucket of all processes: the moment at which it was or will be empty
  empty_at     timestamptz not null default '-infinity',
  learned_at   timestamptz,
  -- the name of its ids among the external ids of items and entities; never changes
  id_name      text not null constraint stashbox_endpoints_id_name unique,
  name         text not null,
  url          text not null,
  -- the last characters of the key
  api_key_hint text not null,
  -- the fields that the server knows by type, as far as it says so
  known        jsonb
);

-- Each fingerprint goes to a server once, and once more with another vote.
create table stashbox_submissions (
  id           bigint generated always as identity primary key,
  endpoint_id  uuid not null references stashbox_endpoints (id) on delete cascade,
  item_id      uuid not null,
  requested_at timestamptz not null,
  sent_at      timestamptz,
  duration     int not null,
  algorithm    text not null constraint stashbox_submissions_algorithm check (algorithm in ('MD5', 'OSHASH', 'PHASH')),
  -- hexadecimal digits
  hash         text not null,
  scene_id     text not null,
  vote         text not null constraint stashbox_submissions_vote check (vote in ('VALID', 'INVALID', 'REMOVE')),
  -- sending: written before the request, so that a killed worker never sends it again without a look at the server
  status       text not null constraint stashbox_submissions_status
    check (status in ('queued', 'sending', 'sent', 'refused', 'uncertain')),
  -- the sentence of the server
  error        text,
  constraint stashbox_submissions_once unique (item_id, endpoint_id, algorithm, hash)
);
create index stashbox_submissions_open on stashbox_submissions (endpoint_id, id) where status in ('queued', 'sending');
create index stashbox_submissions_endpoint on stashbox_submissions (endpoint_id, id desc);
