import * as SqlClient from "@effect/sql/SqlClient"
import { seeded } from "@media/jobs/testing/Random"
import { uuidv7 } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import { evaluate, type QueryRecord, type RelatedRecord } from "@media/query/evaluate"
import { type FieldTable, WORDS } from "@media/query/Field"
import { randomCondition } from "@media/query/testing/randomTree"
import { canonical } from "@media/query/canonical"
import { printNode } from "@media/query/text/print"
import { condition, group, limits, type Node } from "@media/query/Tree"
import { decodeTree } from "@media/query/Condition"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startStore } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { compile } from "./compile.ts"
import { itemFieldTable } from "./itemFields.ts"

const clock = { now: Date.parse("2026-03-15T12:00:00Z"), zone: "UTC" }
const fields = itemFieldTable()
const accountId = uuidv7()
const relations = ["performer", "studio", "tag"] as const
type Relation = (typeof relations)[number]
/** Maps each item field that refers to entities to the kind of these entities. */
const kindOf = {
  performer: "performer",
  studio: "studio",
  tag: "tag",
  performerTags: "tag",
  studioTags: "tag"
} as const
const references = Object.keys(kindOf) as ReadonlyArray<keyof typeof kindOf>

interface Entity extends RelatedRecord {
  readonly relation: Relation
  readonly isNsfw: boolean
  readonly tags: ReadonlyArray<Entity>
}
const names = ["Ann", "Bob Noir", "Cleo", "part 7", "noir"]

let store: Awaited<ReturnType<typeof startStore>>
const entities: Array<Entity> = []
const items: Array<{ readonly id: string; readonly related: ReadonlyArray<Entity> }> = []

const makeEntity = async (random: ReturnType<typeof seeded>, relation: Relation, n: number) => {
  const maybe = <Value>(value: Value): Value | null => (random.below(3) === 0 ? null : value)
  const id = uuidv7()
  const name = `${random.oneOf(names)} ${n}`
  const isNsfw = random.below(3) === 0
  const isPerformer = relation === "performer"
  const facts = {
    gender: isPerformer ? maybe(random.oneOf(["male", "female"])) : null,
    birthDate: isPerformer ? maybe(random.oneOf(["1946", "1980-05-31"])) : null,
    country: isPerformer ? maybe(random.oneOf(["US", "Noir"])) : null,
    heightCm: isPerformer ? maybe(random.oneOf([160, 185])) : null
  }
  const set = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null))
  const own = random.below(2) === 0 ? { isFavorite: random.below(2) === 0, rating: maybe(80) } : undefined
  await store.rows(
    `insert into related_entities (id, created_at, updated_at, shuffle_key, kind, is_nsfw, is_provisional, name, folded,
       folded_disambiguation, sort_key, facts) values ($1, now(), now(), 0, $2, $3, false, $4, lower($4), '', $4, $5)`,
    [id, relation, isNsfw, name, JSON.stringify(set)]
  )
  await store.rows("insert into related_names values ($1, $2, false, lower($3), $3)", [id, relation, name])
  await store.rows("insert into related_closure values ($1, $1, 0)", [id])
  if (own !== undefined)
    await store.rows(
      "insert into user_related (account_id, entity_id, rating, is_favorite) values ($1, $2, $3, $4)",
      [accountId, id, own.rating, own.isFavorite]
    )
  const values = { name, isNsfw, ...facts, isFavorite: own?.isFavorite ?? false, rating: own?.rating ?? null }
  const record: QueryRecord = { kind: relation, words: [name], values }
  const tags =
    relation === "tag" ? [] : entities.filter((one) => one.relation === "tag" && random.below(4) === 0)
  for (const tag of tags) await store.rows("insert into related_tags values ($1, $2, 'user')", [id, tag.id])
  entities.push({ id, names: [name], relation, isNsfw, record, tags })
}

beforeAll(async () => {
  store = await startStore()
  const random = seeded(11)
  const libraryId = await makeLibrary(store)
  for (const relation of ["tag", "performer", "studio"] as const)
    for (let n = 0; n < 8; n += 1) await makeEntity(random, relation, n)
  for (let n = 0; n < 60; n += 1) {
    const id = await makeItem(store, { kind: "video", libraryId })
    const related = entities.filter(({ relation }) => random.below(relation === "studio" ? 8 : 4) === 0)
    for (const [ordinal, { id: entityId, relation }] of related.entries())
      await store.rows("insert into item_relations values ($1, $2, now(), $3, $4, 'user')", [
        ...[id, entityId, ordinal, relation]
      ])
    items.push({ id, related })
  }
})
afterAll(() => store.stop())

/**
 * The entity fields used in the random conditions. The age and the times are excluded, because they depend on the clock
 * of PostgreSQL.
 */
const known: Readonly<Record<Relation, ReadonlyArray<string>>> = {
  performer: ["name", "isFavorite", "rating", "isNsfw", "gender", "birthDate", "country", "heightCm"],
  studio: ["name", "isFavorite", "rating", "isNsfw"],
  tag: ["name", "isFavorite", "rating", "isNsfw"]
}

const fieldsOf = (relation: keyof typeof kindOf): FieldTable => {
  const { type } = fields.find(relation)!
  if (type.name !== "ref" || type.fields === undefined) throw new Error(`${relation} has no fields`)
  return type.fields()
}

const withLikelyName = (node: Node): Node =>
  node.type === "condition" && typeof node.value === "string" && ["name", "country"].includes(node.field)
    ? { ...node, value: names[node.value.length % names.length]! }
    : node

const groups = (child: fc.Arbitrary<Node>): fc.Arbitrary<Node> =>
  fc
    .record({
      operator: fc.constantFrom("and" as const, "or" as const, "not" as const),
      children: fc.array(child, { minLength: 1, maxLength: 3 })
    })
    .map(({ children, operator }) => group(operator, children))

const inside = (relation: keyof typeof kindOf): fc.Arbitrary<Node> => {
  const table = fieldsOf(relation)
  const leaf = fc.oneof(
    fc
      .constantFrom(...known[kindOf[relation]])
      .chain((name) => randomCondition(table.find(name)!).map(withLikelyName)),
    fc.constantFrom("noir", "ann", "part").map((text) => condition(WORDS, "contains", text))
  )
  return fc.oneof(leaf, groups(leaf))
}

const related: fc.Arbitrary<Node> = fc.constantFrom(...references).chain((relation) =>
  fc.record({
    type: fc.constant("relation" as const),
    relation: fc.constant(relation),
    quantifier: fc.constantFrom("any" as const, "all" as const, "none" as const),
    where: inside(relation)
  })
)
const tree = fc.oneof(related, groups(fc.oneof(related, groups(related))))

const Row = Schema.Struct({ id: Schema.String, matches: Schema.Array(Schema.Boolean) })

const compiledMatches = (trees: ReadonlyArray<Node>, hidesNsfw: boolean) =>
  store.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const words = () => sql`false`
      const columns = trees.flatMap((each) => {
        const { walked, where } = compile(sql, each, {
          fields,
          kind: "video",
          accountId,
          hidesNsfw,
          clock,
          words
        })
        return [sql`(${where}) is true`, sql`(${walked}) is true`]
      })
      return yield* rowsOf(Row)(sql`select v.id, array[${sql.csv(columns)}] as matches from items v`)
    })
  )

/** Returns the item as a caller sees it, without entities that are hidden from the caller. */
const recordOf = (all: ReadonlyArray<Entity>, hidesNsfw: boolean): QueryRecord => {
  const isShown = (each: Entity) => !(hidesNsfw && each.isNsfw)
  const of = (relation: Relation) => all.filter((each) => each.relation === relation && isShown(each))
  const tagsOf = (relation: Relation) => of(relation).flatMap(({ tags }) => tags.filter(isShown))
  return {
    kind: "video",
    values: {
      ...Object.fromEntries(relations.map((relation) => [relation, of(relation)])),
      performerTags: tagsOf("performer"),
      studioTags: tagsOf("studio")
    }
  }
}

describe.each([false, true])("filtering items by their entities (NSFW hidden: %s)", (hidesNsfw) => {
  it("finds the same items as the in-memory evaluator", async () => {
    const trees = fc.sample(tree, { numRuns: 300, seed: 6 }).map(canonical)
    let matching = 0
    for (let n = 0; n < trees.length; n += 30) {
      const some = trees.slice(n, n + 30)
      const rows = new Map((await compiledMatches(some, hidesNsfw)).map(({ id, matches }) => [id, matches]))
      for (const [at, each] of some.entries()) {
        const evaluated = items
          .filter(({ related: all }) => evaluate(each, recordOf(all, hidesNsfw), fields, clock))
          .map(({ id }) => id)
        const found = (column: number) =>
          items.map(({ id }) => id).filter((id) => rows.get(id)?.[column] === true)
        const text = printNode(each, fields)
        expect([text, found(2 * at)]).toEqual([text, evaluated])
        expect([text, found(2 * at + 1)]).toEqual([text, evaluated])
        if (evaluated.length > 0 && evaluated.length < items.length) matching += 1
      }
    }
    // The comparison is meaningful only if many of the trees match some items but not all.
    expect(matching).toBeGreaterThan(100)
  })
})

it("limits the depth and size of condition trees with relations", () => {
  const nested = (levels: number): Node =>
    levels <= 2
      ? { type: "relation", relation: "tag", quantifier: "any", where: condition("name", "equals", "x") }
      : group("and", [nested(levels - 1)])
  expect(Either.isRight(decodeTree(nested(limits.depth), fields))).toBe(true)
  expect(Either.isLeft(decodeTree(nested(limits.depth + 1), fields))).toBe(true)
  const many = group(
    "or",
    Array.from({ length: limits.nodes / 2 }, () => nested(2))
  )
  expect(Either.getLeft(decodeTree(many, fields))).toMatchObject({
    value: [{ message: `the filter has more than ${limits.nodes} conditions and groups` }]
  })
})
