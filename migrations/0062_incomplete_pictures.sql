-- why: a picture whose file breaks off is shown as far as it can be decoded, and its page says so
-- breaking: no

alter table item_pictures add column is_incomplete boolean not null default false;
