-- why: servers keep some answers in memory; the tables these come from say when they are written
-- breaking: no

-- In the transaction itself, so that no writer can forget it and none is told too early. Never on the way of jobs:
-- a NOTIFY at each of their commits would cost two thirds of the throughput.
create function notify_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', tg_argv[0]);
  return null;
end $$;

create trigger accounts_changed after insert or update or delete or truncate on accounts
  for each statement execute function notify_changed('accounts');
-- Being seen only prolongs a session: of no interest to those who know it.
create trigger sessions_ended after delete or truncate on sessions
  for each statement execute function notify_changed('accounts');
create trigger sessions_shortened after update on sessions
  for each row when (new.expires_at < old.expires_at) execute function notify_changed('accounts');
-- Where the bytes of an item lie, and who may have them.
create trigger items_changed after insert or update or delete or truncate on items
  for each statement execute function notify_changed('sources');
create trigger item_files_changed after insert or update or delete or truncate on item_files
  for each statement execute function notify_changed('sources');
create trigger video_facts_changed after insert or update or delete or truncate on video_facts
  for each statement execute function notify_changed('sources');
create trigger libraries_changed after insert or update or delete or truncate on libraries
  for each statement execute function notify_changed('sources');
create trigger library_roots_changed after insert or update or delete or truncate on library_roots
  for each statement execute function notify_changed('sources');
