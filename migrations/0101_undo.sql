-- why: the event that undid a batch can be found, and ids of merged entities can be resolved through several merges, each of which can be undone
-- breaking: no

create index events_undoes_batch on events ((meta->>'undoesBatch')) where meta ? 'undoesBatch' and not meta ? 'follows';

-- Each row keeps the target of its own merge, so that undoing a later merge does not lose this target. Readers follow
-- the chain of rows.
drop index related_merged_into;
comment on column related_merged.into_id is 'what the entity was merged into, which may itself have been merged';
