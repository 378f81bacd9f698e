import { isDay, isYear } from "@media/kernel/Day"
import { Invalid } from "@media/kernel/Errors"
import { SafeText, ShownText } from "@media/wire/Query"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { EntityKind } from "../../EntityKind.ts"

const text = (most: number) => Schema.NullOr(SafeText(most))
const number = (from: number, to: number, what: string) => {
  const message = () => `must be ${what} from ${from} to ${to}`
  return Schema.NullOr(Schema.Number.annotations({ message }).pipe(Schema.between(from, to, { message })))
}
const year = number(1000, 9999, "a year")
/** A day, a month or a year. */
const PartialDate = Schema.NullOr(
  Schema.String.pipe(
    Schema.filter((value) => isYear(value) || isDay(`${value}-01`) || isDay(value), {
      message: () => "must be a day such as 1946-05-31, a month or a year"
    })
  )
)
/** An ISO 3166 country code with two letters. */
const Country = Schema.NullOr(
  Schema.String.pipe(Schema.pattern(/^[A-Z]{2}$/, { message: () => "must be two letters such as SE" }))
)
const Urls = Schema.Array(
  SafeText(2_000).pipe(
    Schema.filter((url) => /^https?:\/\/\S+$/i.test(url), {
      message: () => "must be an http or https address"
    })
  )
).pipe(Schema.maxItems(100, { message: () => "must have at most 100 addresses" }))
const record = <A extends string | number>(value: Schema.Schema<A>) =>
  Schema.Record({ key: ShownText(100), value }).pipe(
    Schema.filter((all) => Object.keys(all).length <= 100, { message: () => "must have at most 100 entries" })
  )
/** Ids of the entity in external sources, keyed by the name or address of the source. */
const ExternalIds = record(SafeText(500))

const shared = { details: text(20_000), urls: Urls, externalIds: ExternalIds }
/** The empty values of lists and maps. The empty value of all other fields is null. */
const empty: Readonly<Record<string, unknown>> = { urls: [], externalIds: {}, customFields: {} }

/** The facts of an entity, keyed by kind. Names, parents, `isNsfw` and `ignoreAutoTag` are not facts. */
export const entityFields = {
  performer: {
    ...shared,
    gender: Schema.NullOr(
      Schema.Literal("male", "female", "transgender_male", "transgender_female", "intersex", "non_binary")
    ),
    birthDate: PartialDate,
    deathDate: PartialDate,
    country: Country,
    ethnicity: text(100),
    eyeColor: text(100),
    hairColor: text(100),
    heightCm: number(1, 300, "centimeters"),
    weightKg: number(1, 700, "kilograms"),
    measurements: text(100),
    breastType: text(100),
    penisLengthCm: number(1, 100, "centimeters"),
    circumcised: Schema.NullOr(Schema.Literal("cut", "uncut")),
    careerStart: year,
    careerEnd: year,
    tattoos: text(2_000),
    piercings: text(2_000),
    customFields: record(Schema.Union(SafeText(2_000), Schema.Number))
  },
  studio: shared,
  author: {
    ...shared,
    birthDate: PartialDate,
    deathDate: PartialDate,
    country: Country
  },
  tag: {
    description: text(20_000),
    /** A CSS color such as `#aa3366`. */
    color: Schema.NullOr(
      Schema.String.pipe(
        Schema.pattern(/^#[0-9a-f]{6}$/, { message: () => "must be a color such as #aa3366" })
      )
    ),
    externalIds: ExternalIds
  }
} satisfies Readonly<Record<EntityKind, Readonly<Record<string, Schema.Schema.AnyNoContext>>>>

/** Returns stored facts with an empty value for each missing field. */
export const withEveryField = (kind: EntityKind, facts: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.keys(entityFields[kind]).map((field) => [field, facts[field] ?? empty[field] ?? null])
  )

const marks = ["sortName", "isNsfw", "ignoreAutoTag"]

/** Fails if a name is not a field of this kind of entity. */
export const requireFields = (
  kind: EntityKind,
  names: ReadonlyArray<string>
): Effect.Effect<void, Invalid> => {
  const unknown = names.find((name) => !Object.hasOwn(entityFields[kind], name) && !marks.includes(name))
  if (unknown === undefined) return Effect.void
  const message = `"${unknown}" is not a field of a ${kind}.`
  return new Invalid({ reason: `fields: ${message}`, fields: [{ path: "fields", message }] })
}
