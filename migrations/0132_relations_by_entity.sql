-- why: the items of an entity are found in an index alone, which conditions of lists read
-- breaking: no

drop index item_relations_entity;
create index item_relations_entity on item_relations (entity_id, item_id) include (relation);
