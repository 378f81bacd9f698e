import type { Principal } from "@media/wire/Security"

/** The role of an author whose relation has no role. */
export const usualRole = "author"
/** Separates the roles of an author with several roles, such as the writer and artist of a comic. */
export const roleSeparator = ", "

/**
 * Returns SQL for the authors of the book `v`, with one entry per role. Leaves out authors that are hidden from the
 * caller. `roles` are the known roles. An unknown role counts as the usual one.
 */
export const authorsExpression = ({ showNsfw }: Principal, roles: ReadonlyArray<string>): string => {
  const known = roles.map((role) => `'${role}'`).join(", ")
  return `(select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name,
      'role', case when role.name in (${known}) then role.name else '${usualRole}' end)
      order by r.ordinal, e.sort_key, e.id, role.n), '[]')
    from item_relations r join related_entities e on e.id = r.entity_id
      cross join lateral unnest(string_to_array(coalesce(r.credit ->> 'role', '${usualRole}'), '${roleSeparator}'))
        with ordinality role(name, n)
    where r.item_id = v.id and r.relation = 'author'${showNsfw ? "" : " and not e.is_nsfw"})`
}
