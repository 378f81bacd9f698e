-- why: without entities marked NSFW, all viewers have the same members of a rule, which were stored and compared twice
-- breaking: no

alter table collection_refreshes
  -- viewers who hide NSFW content have members of their own as soon as there are entities marked NSFW
  add column may_vary boolean not null default false;
update collection_refreshes set may_vary = has_variants;
