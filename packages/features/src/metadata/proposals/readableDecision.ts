import * as SqlClient from "@effect/sql/SqlClient"
import { Invalid } from "@media/kernel/Errors"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import { SafeText } from "@media/wire/Query"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { entityFields } from "../../app/entities/entityFields.ts"
import { CalendarDate, ItemPatch } from "../../catalog/items/contract.ts"
import { entitiesVisibleTo } from "../../catalog/related/visibleEntities.ts"
import { isEntityKind } from "../../EntityKind.ts"
import type { TargetKind } from "../../IdentifySource.ts"
import type { Decision } from "./decision.ts"
import type { StoredProposal } from "./stored.ts"
import { isNumberField } from "./episodeNumbers.ts"
import { fieldNamed } from "./words.ts"

const list = Schema.Array(SafeText(2_000)).pipe(Schema.maxItems(100))
/** Schemas of item fields that cannot be edited in a form, keyed by field. */
const itemValues: Readonly<Record<string, Schema.Schema.AnyNoContext>> = {
  set: Schema.Struct({ name: SafeText(200) }),
  status: SafeText(100),
  ended: CalendarDate
}
const patched = [
  ...["title", "originalTitle", "tagline", "date", "details", "contentRating"],
  ...["communityRating", "runtimeMinutes", "externalIds", "code", "urls"]
]
const entityValues = {
  name: SafeText(200).pipe(Schema.filter((text) => text.trim() !== "" || "must not be empty")),
  disambiguation: Schema.NullOr(SafeText(200)),
  aliases: list
}

const EpisodeNumber = Schema.Int.pipe(Schema.between(0, 100_000))

/** Returns true if a value is valid for its field, or undefined if the field is unknown. */
const fits = (kind: TargetKind, field: string, value: unknown): boolean | undefined => {
  if (kind === "video" && isNumberField(field)) return Schema.is(EpisodeNumber)(value)
  if (!isEntityKind(kind) && patched.includes(field))
    return Either.isRight(Schema.decodeUnknownEither(ItemPatch)({ [field]: value }))
  const all: Readonly<Record<string, Schema.Schema.AnyNoContext>> = isEntityKind(kind)
    ? { ...entityFields[kind], ...entityValues }
    : itemValues
  const schema = Object.hasOwn(all, field) ? all[field] : undefined
  return schema === undefined ? undefined : Schema.is(schema)(value)
}

const isKnown = (kind: TargetKind, field: string): boolean =>
  isEntityKind(kind)
    ? Object.hasOwn(entityFields[kind], field) ||
      Object.hasOwn(entityValues, field) ||
      (kind === "studio" && field === "studio") ||
      (kind !== "tag" && field === "tags")
    : [...patched, ...Object.keys(itemValues), "performers", "tags", "studio"].includes(field) ||
      (kind === "video" && isNumberField(field))

const invalid = (path: string, message: string) =>
  new Invalid({ reason: `${path}: ${message}`, fields: [{ path, message }] })

const Id = Schema.Struct({ id: Schema.String })

/**
 * Validates a decision from a request and replaces alternative field names. Fails with `Invalid` if the decision
 * contains an unknown field, an invalid value, an index that is not in the proposal or an unknown entity id.
 */
export const requireReadable = Effect.fn("proposals.requireReadable")(function* (
  principal: Principal,
  { found, targetKind }: StoredProposal,
  { fields, values = {}, ...rest }: Decision
) {
  const named = fields?.map((field) => fieldNamed(targetKind, field))
  const unknown = named?.find((field) => !isKnown(targetKind, field))
  if (unknown !== undefined)
    return yield* invalid("fields", `"${unknown}" is not a field of this ${targetKind}`)
  const edited: Record<string, unknown> = {}
  for (const [given, value] of Object.entries(values)) {
    const field = fieldNamed(targetKind, given)
    const isFit = fits(targetKind, field, value)
    if (isFit === undefined) return yield* invalid(`values.${given}`, `is not a field of this ${targetKind}`)
    if (!isFit) return yield* invalid(`values.${given}`, "is not a valid value for this field")
    edited[field] = value
  }
  const { performers = [], studio, tags = [] } = rest.relations ?? {}
  const studios = studio === undefined ? [] : "use" in studio ? [{ index: 0, use: studio.use }] : studio
  const sizes = [
    ["performers", performers, found.relations.performers?.length ?? 0],
    ["tags", tags, found.relations.tags?.length ?? 0],
    ["studio", studios, found.relations.studio === undefined ? 0 : 1],
    ["images", rest.images ?? [], found.images.length]
  ] as const
  for (const [path, all, size] of sizes)
    if (all.some(({ index }) => index >= size))
      return yield* invalid(path, "must contain only indexes of values in the proposal")
  const sql = yield* SqlClient.SqlClient
  const { fewEntities } = yield* entitiesVisibleTo(principal)
  for (const [kind, path, all] of [
    ["performer", "performers", performers],
    ["tag", "tags", tags],
    ["studio", "studio", studios]
  ] as const) {
    const ids = [...new Set(all.flatMap(({ use }) => (use === "create" || use === "skip" ? [] : [use])))]
    if (ids.length === 0) continue
    const rows = yield* rowsOf(Id)(sql`select e.id from related_entities e
      where e.kind = ${kind}::related_kind and e.id = any(${ids}::uuid[]) and ${fewEntities("e")}`)
    if (rows.length < ids.length)
      return yield* invalid(`relations.${path}`, `must contain only ids of existing ${path}`)
  }
  return {
    ...rest,
    ...(named === undefined ? {} : { fields: named }),
    ...(Object.keys(edited).length === 0 ? {} : { values: edited })
  } satisfies Decision
})
