/**
 * Returns the SQL expression for the set name in a row of `item_sources`. The expression must match the index on sets
 * exactly.
 */
export const setNameOf = (alias: string): string => `(${alias}.shown -> 'set' ->> 'name')`

/**
 * SQL expression for the row `v` of `items`. It is true if `v` is a movie in a set, and if the library of `v` contains
 * another movie of the set. Both movies must have the same NSFW flag, so that every viewer who sees one of the movies
 * also sees the other movie.
 */
export const isInSet = `exists (select from item_sources k
  join item_sources o on ${setNameOf("o")} = ${setNameOf("k")} and o.item_id <> k.item_id
  join items c on c.id = o.item_id
  where k.item_id = v.id and v.role = 'movie' and v.status = 'ready' and c.kind = 'video' and c.role = 'movie'
    and c.status = 'ready' and c.library_id = v.library_id and c.is_nsfw = v.is_nsfw)`
