-- why: without entities marked NSFW, all viewers have the same members of a rule, which were stored and compared twice
-- breaking: no

alter table collection_refreshes
  -- True if viewers who hide NSFW content get separate members as soon as an entity is marked NSFW.
  add column may_vary boolean not null default false;
update collection_refreshes set may_vary = has_variants;
