-- The accounts and sessions of a pre-2.0 installation, with unusual rows that no one would write by hand.
create table app_security (
  id                     uuid primary key,
  server_id              text not null,
  api_key                text,
  default_profile_seeded boolean not null default true,
  created_at             timestamptz not null default now()
);
insert into app_security (id, server_id, api_key)
values ('11111111-0000-4000-8000-000000000001', 'server-1', 'correct horse battery');

create table jellyfin_profiles (
  id                  uuid primary key,
  username            text,
  normalized_username text,
  display_name        text,
  allow_nsfw          boolean,
  enabled             boolean,
  last_login_at       timestamptz
);
insert into jellyfin_profiles values
  ('aaaaaaaa-0000-4000-8000-000000000001', 'Anna', 'ANNA', 'Anna Muster', true, true, '2026-03-01T10:00:00Z'),
  ('aaaaaaaa-0000-4000-8000-000000000002', 'Living Room', 'LIVING ROOM', null, false, true, '2026-02-01T10:00:00Z'),
  ('aaaaaaaa-0000-4000-8000-000000000003', 'ben', 'BEN', 'Ben', null, false, null),
  -- The same name with different capitals, and in full-width letters.
  ('aaaaaaaa-0000-4000-8000-000000000004', 'anna', 'ANNA', 'Second Anna', false, true, '2026-01-01T10:00:00Z'),
  ('aaaaaaaa-0000-4000-8000-000000000005', 'ＡＮＮＡ', 'ＡＮＮＡ', 'Wide Anna', false, false, '2026-04-01T10:00:00Z'),
  -- Missing names, and names that are empty after cleaning.
  ('aaaaaaaa-0000-4000-8000-000000000006', null, null, null, null, null, null),
  ('aaaaaaaa-0000-4000-8000-000000000007', '   ', '   ', '', false, true, null),
  ('aaaaaaaa-0000-4000-8000-000000000008', E'\u200b\u3164', E'\u200b', E'\u202Ereversed', false, true, null),
  -- Two names with about 300 letters.
  ('aaaaaaaa-0000-4000-8000-000000000009', repeat('x', 300), repeat('X', 300), repeat('n', 300), true, true, null),
  ('aaaaaaaa-0000-4000-8000-00000000000a', repeat('x', 299), repeat('X', 299), null, true, true, null),
  -- Names with a character of two UTF-16 units at the position where long names are cut.
  ('aaaaaaaa-0000-4000-8000-00000000000b', repeat('y', 63) || '𝒜𝒜', 'y', repeat('z', 99) || '😀', true, true, null),
  -- Names with text that resembles NUL, control characters, quotes and markup.
  ('aaaaaaaa-0000-4000-8000-00000000000c', E'nul\\u0000\u2400\x01name', 'nul', E'line\nbreak\x1b[31m', true, true, null),
  ('aaaaaaaa-0000-4000-8000-00000000000d', $$Robert'); drop table accounts;--$$, 'r', '<script>alert(1)</script>', true, true, null),
  -- A name with letters of two alphabets.
  ('aaaaaaaa-0000-4000-8000-00000000000e', 'pаypal', 'PАYPAL', 'Mixed', true, true, null),
  -- A name that another account already has.
  ('aaaaaaaa-0000-4000-8000-00000000000f', 'ROOT', 'ROOT', 'Root of then', true, true, 'infinity');

create table jellyfin_sessions (
  id                  uuid primary key default gen_random_uuid(),
  profile_id          uuid not null,
  token_hash          text not null,
  client              text,
  device_name         text,
  device_id           text,
  application_version text,
  created_at          timestamptz not null,
  last_seen_at        timestamptz,
  invalidated_at      timestamptz
);
insert into jellyfin_sessions (profile_id, token_hash, client, device_name, created_at, last_seen_at, invalidated_at) values
  -- The token is 'a-token-of-the-earlier-version-0001'.
  ('aaaaaaaa-0000-4000-8000-000000000001', encode(sha256('a-token-of-the-earlier-version-0001'), 'hex'),
   'tv', 'Living room TV', now() - interval '30 days', now() - interval '1 day', null),
  -- The sessions in this order:
  -- - a copy of the first session
  -- - an ended session
  -- - a session that is too old
  -- - a session of a disabled user
  -- - a session of an unknown user
  -- - a session whose hash has the wrong length
  ('aaaaaaaa-0000-4000-8000-000000000001', encode(sha256('a-token-of-the-earlier-version-0001'), 'hex'),
   'tv', 'Copy', now(), now() - interval '2 days', null),
  ('aaaaaaaa-0000-4000-8000-000000000001', encode(sha256('ended-token-of-the-earlier-version'), 'hex'),
   'phone', 'Ended', now(), now(), now()),
  ('aaaaaaaa-0000-4000-8000-000000000001', encode(sha256('old-token-of-the-earlier-version'), 'hex'),
   'phone', 'Old', now() - interval '1 year', now() - interval '100 days', null),
  ('aaaaaaaa-0000-4000-8000-000000000003', encode(sha256('token-of-ben-who-is-disabled'), 'hex'),
   'phone', 'Disabled', now(), now(), null),
  ('aaaaaaaa-0000-4000-8000-0000000000ff', encode(sha256('token-of-nobody-at-all-there'), 'hex'),
   'phone', 'Nobody', now(), now(), null),
  ('aaaaaaaa-0000-4000-8000-000000000002', 'short', 'phone', 'Unreadable', now(), now(), null);
