-- why: "3 files could not be read" on the home page goes away once an administrator has looked at them, and comes back with newer ones
-- breaking: no

create table reviewed_problems (
  account_id     uuid primary key,
  -- items that failed, and did not change since, are known to the account
  reviewed_until timestamptz not null
);
