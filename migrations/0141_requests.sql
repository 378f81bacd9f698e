-- why: members request something that is missing, and administrators reply
-- breaking: no

create table requests (
  id          uuid primary key,
  account_id  uuid not null,
  made_at     timestamptz not null,
  answered_at timestamptz,
  item_id     uuid,
  title       text not null,
  link        text,
  words       text,
  answer      text constraint requests_answer check (answer in ('added', 'declined')),
  reply       text
);
create index requests_account on requests (account_id, made_at desc, id);
create index requests_open on requests (made_at, id) where answered_at is null;
create index requests_answered on requests (answered_at desc, id) where answered_at is not null;
