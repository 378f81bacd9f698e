-- why: servers cache some query results in memory, and must be notified when a table of such a query is written
-- breaking: no

-- Statement triggers call this function with a topic of the query cache. NOTIFY is part of the transaction, so every
-- writer notifies the servers, and no server is notified before the commit. Tables of jobs must never get such a
-- trigger, because a NOTIFY in each of their commits would reduce the throughput to a third.
create function notify_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', tg_argv[0]);
  return null;
end $$;
