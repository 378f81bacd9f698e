import type { ItemRelation } from "./events.ts"

/**
 * Returns SQL for a table `(item_id, name)` with the names and aliases of the entities of items, for searches. The
 * condition `lower(normalize(name, NFC)) like ...` uses a trigram index. Entities marked NSFW are left out for all
 * callers, so that a search does not reveal their names.
 */
export const namesOfItems = (
  relation: ItemRelation
): string => `(select r.item_id, w.name from related_names w
  join related_entities e on e.id = w.entity_id and not e.is_nsfw
  join item_relations r on r.entity_id = w.entity_id and r.relation = '${relation}' where w.kind = '${relation}')`
