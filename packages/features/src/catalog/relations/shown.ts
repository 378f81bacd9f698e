import type { Principal } from "@media/wire/Security"
import { entityPictureExpression } from "../related/picture.ts"
import type { ItemRelation } from "./events.ts"

const entity = `'id', e.id, 'name', e.name, 'picture', ${entityPictureExpression("e")}`
const credited = `${entity}, 'disambiguation', e.disambiguation, 'as', r.credit ->> 'as', 'role', r.credit ->> 'role',
  'character', r.credit ->> 'character'`

/**
 * Returns SQL for the `relatedFields` of the item `v`. The caller sees all entities of a visible item, unless the
 * caller hides NSFW content and the entity is marked NSFW.
 */
export const relatedExpressions = ({ showNsfw }: Principal) => {
  const rows = (relation: ItemRelation) =>
    `from item_relations r join related_entities e on e.id = r.entity_id
      where r.item_id = v.id and r.relation = '${relation}'${showNsfw ? "" : " and not e.is_nsfw"}`
  const list = (relation: ItemRelation, fields: string, order: string) =>
    `(select coalesce(jsonb_agg(jsonb_build_object(${fields}) order by ${order}), '[]') ${rows(relation)})`
  return {
    performers: list("performer", credited, "r.ordinal, e.sort_key, e.id"),
    studio: `(select jsonb_build_object(${entity}) ${rows("studio")} limit 1)`,
    tags: list("tag", entity, "e.sort_key, e.id")
  }
}
