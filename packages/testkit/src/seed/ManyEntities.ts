import type { EntityKind } from "@media/features/EntityKind"

/**
 * Numbers of entities to create for existing items. The entities are written as rows, without events, so use them only
 * to test code that reads entities.
 */
export interface Entities {
  readonly performers: number
  readonly tags: number
  readonly studios?: number
  /** Number of tags per item, some of which may be equal. The default is 5. */
  readonly tagsOfItem?: number
}

const given = `Ada Bela Cleo Dana Edda Finn Greta Hugo Ines Jan Kira Liam Mona Nils Olga Paul Quentin Rosa Sven Thea Udo
  Vera Willem Xenia Yara Zoe Amir Bao Chen Dalia Emeka Farah Goran Hana Ivo Jun Kofi Leila Malik Noor`
const family = `Adler Becker Costa Dubois Eriksen Fischer Garcia Haas Ivanov Jansen Keller Larsen Moreau Novak Okafor Petrov
  Quist Rossi Silva Tanaka Ullman Vogel Weber Yilmaz Zhang`
const oneOf = (words: string, n: string) => {
  const all = words.split(/\s+/)
  return `('{${all.join(",")}}'::text[])[1 + (${n})::int % ${all.length}]`
}

const entity = (kind: EntityKind, n: number) => `
  insert into related_entities (id, created_at, updated_at, shuffle_key, kind, is_provisional, name, folded,
    folded_disambiguation, sort_key)
  select md5('${kind}' || n)::uuid, now(), now(), hashint8extended(n, 3), '${kind}', false, name, lower(name), '',
    natural_key(lower(name))
  from (select n, ${oneOf(given, "n")} || ' ' || ${oneOf(family, "n / 40")} || ' ' || n as name from generate_series(1, ${n}) n) named`

const relationsTo = (kind: EntityKind, n: number, ofItem: number, seed: number) => `
  insert into item_relations (item_id, entity_id, at, ordinal, relation, source)
  select v.id, md5('${kind}' || of.which)::uuid, v.created_at, 1024 * of.position, '${kind}', 'user'
  from items v cross join lateral (
    select (1 + floor(${n} * draw * draw))::int as which, min(position) as position
    from (select position, ((hashtextextended(v.id::text, ${seed} + position) & 1048575) / 1048576.0) as draw
      from generate_series(1, ${ofItem}) position) drawn
    group by 1) of`

/**
 * Returns the statements that give each item up to three performers, some tags, and a studio if there are studios.
 * Entities with low numbers are used most often. One tag in ten is a child of another tag.
 */
export const seedEntities = ({
  performers,
  studios = 0,
  tags,
  tagsOfItem = 5
}: Entities): ReadonlyArray<string> => [
  entity("performer", performers),
  entity("tag", tags),
  ...(studios === 0 ? [] : [entity("studio", studios)]),
  `insert into related_names (entity_id, kind, is_alias, folded, name)
   select id, kind, false, folded, name from related_entities where kind in ('performer', 'studio', 'tag')`,
  `insert into related_parents (entity_id, parent_id)
   select md5('tag' || n)::uuid, md5('tag' || n / 10)::uuid from generate_series(10, ${tags}, 10) n`,
  `select settle_related(array(select id from related_entities))`,
  relationsTo("performer", performers, 3, 0),
  relationsTo("tag", tags, tagsOfItem, 10),
  ...(studios === 0 ? [] : [relationsTo("studio", studios, 1, 90)])
]
