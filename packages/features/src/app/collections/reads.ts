import type { Projection } from "@media/event-store/Projection"
import { type FieldTable, WORDS } from "@media/query/Field"
import { conditionsIn, type Node } from "@media/query/Tree"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import type { SqlSource } from "../../catalog/filters/sources.ts"
import { collectionsIn } from "../../catalog/membership/references.ts"
import type { StoredCollection } from "../../catalog/membership/stored.ts"

/** Tables with the relations of items to entities, and with the fields of entities. */
const entityTables = [
  "item_relations",
  "related_entities",
  "related_names",
  "related_closure",
  "related_merged"
]

/** The tables that each database view reads, keyed by view. */
const tablesOfViews: Readonly<Record<string, ReadonlyArray<string>>> = { video_series: ["items"] }

const sourcesIn = (expression: string): ReadonlyArray<string> =>
  [...expression.matchAll(/\b(?:from|join)\s+([a-z_]+)/g)].map(([, table]) => table!)

/**
 * Returns the tables that contain the values of a field. Empty for the viewer's own state, which stored rules never
 * use.
 */
export const tablesOf = (source: SqlSource): ReadonlyArray<string> => {
  switch (source.from) {
    case "item":
      return ["items", ...sourcesIn(source.expression)]
    case "facts":
      return [source.table, ...sourcesIn(source.expression)]
    case "texts":
      return sourcesIn(source.rows)
    case "relation":
      return ["items", ...source.tables.flatMap(({ table }) => tablesOfViews[table] ?? [table])]
    case "entities":
      return source.via === undefined ? entityTables : [...entityTables, "related_tags"]
    case "collection":
      return ["collections", "collection_entries"]
    case "own":
      return []
  }
}

/**
 * Returns the names of the item fields in a tree. A field of a related entity is returned as the name of the relation,
 * such as `performer`.
 */
export const fieldsIn = (node: Node): ReadonlyArray<string> => [
  ...new Set(conditionsIn(node).map(({ condition, relations }) => relations[0] ?? condition.field))
]

export const tablesOfField = (name: string): ReadonlyArray<string> =>
  name === WORDS
    ? itemFieldTable()
        .fields.filter(({ searched }) => searched)
        .flatMap(({ source }) => tablesOf(source))
    : tablesOf(itemFieldTable().find(name)!.source)

/** Events that never change members. A new entity has no items until a separate event relates an item to it. */
const withoutEffect: ReadonlySet<string> = new Set(["related.created.v1"])

/**
 * Events that may affect every rule, for two reasons:
 * - A condition on a missing value can match an item as soon as the item exists.
 * - Every rule depends on the kind of the item.
 */
const ofEveryRule = [
  "item.registered.v1",
  "item.group-registered.v1",
  "item.entry-registered.v1",
  "item.file-changed.v1",
  "library.items-forgotten.v1"
]

/**
 * Returns the types of events that can change the members of a rule with these fields: all events of the projections
 * that write to the tables of these fields.
 */
export const eventTypesOf = (
  projections: ReadonlyArray<Projection>,
  fields: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const tables = new Set(fields.flatMap(tablesOfField))
  const types = projections
    .filter((projection) => projection.tables.some((table) => tables.has(table)))
    .flatMap(({ handlers }) => Object.keys(handlers))
  return [...new Set([...ofEveryRule, ...types])].filter((type) => !withoutEffect.has(type)).toSorted()
}

/** The filter fields that an edit changes besides `updatedAt`, keyed by edited field. */
const editedFields: Readonly<Record<string, ReadonlyArray<string>>> = {
  title: ["title", WORDS],
  details: ["details"],
  isNsfw: ["isNsfw"],
  isOrganized: ["isOrganized"],
  // Empty, because changes to relations have their own events.
  performers: [],
  studio: [],
  authors: [],
  tags: []
}

/** Returns true if an edit of the fields `changed` may affect a rule that reads the fields `read`. */
export const isTouched = (read: ReadonlyArray<string>, changed: ReadonlyArray<string>): boolean =>
  read.includes("updatedAt") ||
  changed.some((name) => {
    const known = editedFields[name]
    return known === undefined || known.some((each) => read.includes(each))
  })

/**
 * Returns true if a rule reads performers, studios, tags or other collections. The members of such a rule may differ
 * between viewers, because an entity or collection that is marked NSFW matches only for viewers who see NSFW content.
 */
const readsEntities = (node: Node, fields: FieldTable<SqlSource>): boolean =>
  conditionsIn(node).some(({ condition, relations }) => {
    if (relations.length > 0) return true
    const source = condition.field === WORDS ? undefined : fields.find(condition.field)?.source
    return source?.from === "entities" || source?.from === "collection"
  })

export interface RuleReads {
  readonly fields: ReadonlyArray<string>
  readonly collections: ReadonlyArray<string>
  /** True if viewers who hide NSFW content may see different members. */
  readonly mayVary: boolean
  /** False if the rule refers to a collection that only some viewers see, or whose limit depends on the viewer. */
  readonly isForEveryone: boolean
}

/**
 * Returns the fields and collections that a rule depends on, including the dependencies of collections that the rule
 * refers to. `known` contains the collections that the owner of the rule sees.
 */
export const readsOf = (
  { isShared, rules }: StoredCollection & { readonly rules: Node },
  known: ReadonlyArray<StoredCollection>
): RuleReads => {
  const byId = new Map(known.map((row) => [row.id, row]))
  const trees = [rules, ...known.flatMap((row) => row.rules ?? [])]
  const named = trees.flatMap(collectionsIn)
  const isOpen = (row: StoredCollection | undefined) =>
    row !== undefined && row.limit === null && (row.isShared || !isShared)
  return {
    fields: [...new Set(trees.flatMap(fieldsIn))].toSorted(),
    collections: [...byId.keys()].toSorted(),
    mayVary: trees.some((tree) => readsEntities(tree, itemFieldTable())),
    isForEveryone: named.every((name) => isOpen(byId.get(name)))
  }
}
