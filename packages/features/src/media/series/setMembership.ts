/** The name of the set in a row of `item_sources`. Written exactly as in the index of sets. */
export const setNameOf = (alias: string): string => `(${alias}.shown -> 'set' ->> 'name')`

/**
 * Tells whether a row `v` of `items` is a movie in a set with another movie of its library. Only a movie that is marked
 * NSFW in the same way counts, so that everyone who sees one of them sees the other one, too.
 */
export const isInSet = `exists (select from item_sources k
  join item_sources o on ${setNameOf("o")} = ${setNameOf("k")} and o.item_id <> k.item_id
  join items c on c.id = o.item_id
  where k.item_id = v.id and v.role = 'movie' and v.status = 'ready' and c.kind = 'video' and c.role = 'movie'
    and c.status = 'ready' and c.library_id = v.library_id and c.is_nsfw = v.is_nsfw)`
