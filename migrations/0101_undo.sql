-- why: find what undid a batch, and lead ids of merged entities through several merges, each of which can be undone
-- breaking: no

create index events_undoes_batch on events ((meta->>'undoesBatch')) where meta ? 'undoesBatch' and not meta ? 'follows';

-- Each row keeps the target of its own merge, so that undoing a later merge does not lose it. Readers follow the rows.
drop index related_merged_into;
comment on column related_merged.into_id is 'what the entity was merged into, which may itself have been merged';
