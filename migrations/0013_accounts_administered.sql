-- why: accounts are administered: a deleted one leaves nothing of its own behind, and an administrator may look at what another account sees
-- breaking: no

-- Whom the session's administrator looks as; reads answer as for that account, and nothing can be changed meanwhile.
alter table sessions add column viewed_account_id uuid;
create index sessions_viewed on sessions (viewed_account_id) where viewed_account_id is not null;
create trigger sessions_view_changed after update on sessions
  for each row when (new.viewed_account_id is distinct from old.viewed_account_id)
  execute function notify_changed('accounts');

-- What no event says and belongs to the account alone. Accounts are a projection, which a rebuild truncates: that fires
-- nothing.
create function forget_what_accounts_own() returns trigger language plpgsql as $$
begin
  delete from sessions s using removed where s.account_id = removed.id;
  update sessions s set viewed_account_id = null from removed where s.viewed_account_id = removed.id;
  delete from credentials c using removed where c.account_id = removed.id;
  delete from command_receipts r using removed where r.account_id = removed.id;
  delete from reviewed_problems p using removed where p.account_id = removed.id;
  return null;
end $$;
create trigger accounts_forget_own after delete on accounts
  referencing old table as removed for each statement execute function forget_what_accounts_own();

-- From now on a removed library is taken from the accounts that were granted it.
update accounts a set library_ids = array(
  select granted.id from unnest(a.library_ids) with ordinality as granted(id, place)
  where exists (select 1 from libraries l where l.id = granted.id) order by granted.place
) where cardinality(library_ids) > 0;
