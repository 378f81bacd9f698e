-- why: servers cache some answers in memory, and must be notified when a table behind these answers is written
-- breaking: no

-- Statement triggers call this with a topic of the query cache. NOTIFY is part of the transaction, so no writer can forget
-- it and no server is notified before the commit. Tables of jobs never get such a trigger: a NOTIFY in each of their commits
-- would cost two thirds of the throughput.
create function notify_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', tg_argv[0]);
  return null;
end $$;
