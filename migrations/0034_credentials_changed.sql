-- why: servers remember for minutes that a password was right, and ask at each request whether it still is the account's; that answer is kept in memory, so a change of the password has to say so
-- breaking: no

create trigger credentials_changed after insert or update or delete or truncate on credentials
  for each statement execute function notify_changed('accounts');
