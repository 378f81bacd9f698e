-- why: filters of viewers who hide NSFW content exclude the few entities marked NSFW instead of looking up every entity
-- breaking: no

create index related_entities_nsfw on related_entities (id) where is_nsfw;
