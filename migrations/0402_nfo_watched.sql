-- why: watched status and positions in NFO files can be imported for an account
-- breaking: no

alter table libraries add column nfo_watched_account_id uuid;
