import * as Arbitrary from "effect/Arbitrary"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { identityCheck } from "./IdentityCheck.ts"

const Kind = Schema.Literal("movie", "episode")
const Item = Schema.Struct({
  id: Schema.UUID,
  kind: Kind,
  title: Schema.NonEmptyString,
  rating: Schema.NullOr(Schema.Int.pipe(Schema.between(0, 100))),
  note: Schema.optional(Schema.String),
  at: Schema.DateFromSelf,
  anything: Schema.Unknown
})
const Page = Schema.Struct({ items: Schema.Array(Item), total: Schema.Int })

const isDecodedAlike = (schema: Schema.Schema<unknown, unknown>, value: unknown): void => {
  for (const parse of [Schema.decodeUnknownEither(schema), Schema.encodeUnknownEither(schema)]) {
    expect(parse(value)).toEqual(Either.right(value))
  }
}

describe("identityCheck", () => {
  it.each([Page, Item, Kind, Schema.NullOr(Kind), Schema.Array(Schema.Array(Schema.Number))])(
    "accepts every valid value",
    (schema) => {
      const isIdentity = identityCheck(schema)!
      const arbitrary = Arbitrary.make(schema as unknown as Schema.Schema<unknown>)
      fc.assert(fc.property(arbitrary, isIdentity))
    }
  )

  it("never accepts a value that the schema rejects or changes", () => {
    const isIdentity = identityCheck(Page)!
    const valid = Arbitrary.make(Page)
    const odd = fc.oneof(fc.anything(), fc.constantFrom(undefined, null, "", NaN, -0, new Date(NaN), [], {}))
    const fields = ["id", "kind", "title", "rating", "note", "at", "more", "toString", "__proto__"] as const
    fc.assert(
      fc.property(valid, fc.constantFrom(...fields), odd, fc.boolean(), (page, field, value, isRemoved) => {
        const [first = {}, ...others] = page.items
        const changed: Record<string, unknown> = { ...first }
        if (isRemoved) delete changed[field]
        else changed[field] = value
        const candidate = { ...page, items: [changed, ...others] }
        if (isIdentity(candidate)) isDecodedAlike(Page as never, candidate)
      }),
      { numRuns: 2_000 }
    )
    fc.assert(fc.property(fc.anything(), (value) => !isIdentity(value)))
  })

  it("rejects class instances and objects with inherited or additional fields", () => {
    const isIdentity = identityCheck(Schema.Struct({ a: Schema.String, b: Schema.optional(Schema.Number) }))!
    class Secret {
      a = "1"
      toJSON() {
        return "something else"
      }
    }
    expect([{ a: "1" }, { a: "1", b: 2 }, { a: "1", b: undefined }].map(isIdentity)).toEqual([
      true,
      true,
      true
    ])
    const refused = [new Secret(), Object.create({ a: "1" }), { a: "1", token: "x" }, { b: 2 }, ["1"], null]
    expect(refused.map(isIdentity)).toEqual(refused.map(() => false))
  })

  it("returns undefined for schemas that transform values or are recursive", () => {
    interface Tree {
      readonly children: ReadonlyArray<Tree>
    }
    const Tree: Schema.Schema<Tree> = Schema.Struct({
      children: Schema.Array(Schema.suspend((): Schema.Schema<Tree> => Tree))
    })
    for (const schema of [
      Schema.NumberFromString,
      Schema.Struct({ at: Schema.Date }),
      Schema.Struct({ a: Schema.optionalWith(Schema.String, { default: () => "" }) }),
      Schema.Trim,
      Tree,
      Schema.Record({ key: Schema.String, value: Schema.Number }),
      Schema.Tuple(Schema.String, Schema.Number),
      Schema.Struct({}),
      Schema.Option(Schema.String),
      Schema.Struct({ a: Schema.String }).annotations({ parseOptions: { onExcessProperty: "error" } })
    ])
      expect(identityCheck(schema as Schema.Schema.All)).toBeUndefined()
  })
})
