-- why: conditions of lists can read the items of an entity from an index alone
-- breaking: no

drop index item_relations_entity;
create index item_relations_entity on item_relations (entity_id, item_id) include (relation);
