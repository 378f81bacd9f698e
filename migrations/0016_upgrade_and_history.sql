-- why: people of a pre-2.0 install are taken over once, and administrators can ask who did what
-- breaking: no

-- That an earlier install was taken over, and how: repeating it changes nothing.
create table earlier_installs (
  name   text primary key,
  at     timestamptz not null default now(),
  -- who came over under which name; no secret
  report jsonb not null
);

-- Not in accounts: each write there makes every server forget whose the sessions are.
create table last_sign_ins (
  account_id uuid primary key,
  at         timestamptz not null
);

-- The history reads what people and the server did, newest first, by kind and by person. Left out are the events of jobs,
-- which are written thousands of times a second, and all but the first of what one command did to many things.
create index events_history_type on events (type, position)
  where type not like 'jobs.%' and not meta ? 'follows';
create index events_history_actor on events ((coalesce(meta->>'actor', '')), type, position)
  where type not like 'jobs.%' and not meta ? 'follows';
create index events_history_at on events (at)
  where type not like 'jobs.%' and not meta ? 'follows';
create index events_history_request on events ((meta->>'requestId')) where meta ? 'requestId';
