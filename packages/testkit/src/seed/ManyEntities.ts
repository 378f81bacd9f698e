/** Entities written as rows, without events, for items that are there already. Only for what reads them. */
export interface Entities {
  readonly performers: number
  readonly tags: number
}

const entity = (kind: "performer" | "tag", name: string, n: number) => `
  insert into related_entities (id, created_at, updated_at, shuffle_key, kind, is_provisional, name, folded,
    folded_disambiguation, sort_key)
  select md5('${kind}' || n)::uuid, now(), now(), hashint8extended(n, 3), '${kind}', false, '${name} ' || n,
    lower('${name} ' || n), '', natural_key(lower('${name} ' || n)) from generate_series(1, ${n}) n`

/** Each item has up to three performers and five tags; the first of them have most. A tag in ten lies below another one. */
export const seedEntities = ({ performers, tags }: Entities): ReadonlyArray<string> => [
  entity("performer", "Person", performers),
  entity("tag", "Subject", tags),
  `insert into related_names (entity_id, kind, is_alias, folded, name)
   select id, kind, false, folded, name from related_entities`,
  `insert into related_parents (entity_id, parent_id)
   select md5('tag' || n)::uuid, md5('tag' || n / 10)::uuid from generate_series(10, ${tags}, 10) n`,
  `select settle_related(array(select id from related_entities))`,
  `insert into item_relations (item_id, entity_id, at, ordinal, relation, source)
   select v.id, md5(of.kind || (1 + floor(of.n * of.draw * of.draw))::int)::uuid, v.created_at, 1024 * of.place, of.kind::item_relation,
     'user'
   from items v cross join lateral (
     select 'performer' as kind, ${performers} as n, place, ((hashtextextended(v.id::text, place) & 1048575) / 1048576.0) as draw
     from generate_series(1, 3) place
     union all
     select 'tag', ${tags}, place, ((hashtextextended(v.id::text, 10 + place) & 1048575) / 1048576.0)
     from generate_series(1, 5) place) of
   on conflict do nothing`
]
