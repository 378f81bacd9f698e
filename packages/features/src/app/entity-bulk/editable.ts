import { Invalid } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { EntityChanges } from "../../catalog/related/decider.ts"
import { entityFieldTables } from "../../catalog/related/fields.ts"
import { findNamed } from "../../catalog/related/names.ts"
import { Rating } from "../../catalog/user-items/contract.ts"
import { type EntityKind, hierarchies } from "../../EntityKind.ts"
import type { FieldChange, FieldChanges } from "../bulk/contract.ts"
import { entityFields } from "../entities/entityFields.ts"

/** A change to the parents of entities. Each parent is given by its id. */
export interface ParentsChange {
  readonly add: ReadonlyArray<string>
  readonly remove: ReadonlyArray<string>
  readonly isReplacing: boolean
}

/** The changes to make to each entity. */
export interface EntityPlan {
  readonly fields: EntityChanges
  readonly own: { readonly isFavorite?: boolean; readonly rating?: number | null }
  readonly parents: ParentsChange | undefined
}

const marks = { isNsfw: Schema.Boolean, ignoreAutoTag: Schema.Boolean }
const own = { isFavorite: Schema.Boolean, rating: Rating }
/** Fields of the caller's own state. */
export const ownFields: ReadonlySet<string> = new Set(Object.keys(own))

/** Decodes the value of one field, or returns the reason why it is invalid. */
const valueOf = (
  kind: EntityKind,
  name: string,
  { clear, set }: FieldChange
): Either.Either<unknown, string> => {
  const field = entityFieldTables[kind].find(name)
  if (field?.editable !== true || field.name !== name) return Either.left(`is not a field of a ${kind}`)
  if (set === undefined && clear !== true) return Either.left("only accepts set or clear")
  const schemas: Readonly<Record<string, Schema.Schema.AnyNoContext>> = {
    ...entityFields[kind],
    ...marks,
    ...own
  }
  return Either.mapLeft(
    Schema.decodeUnknownEither(schemas[name]!)(set ?? null),
    (error) => ParseResult.ArrayFormatter.formatErrorSync(error)[0]?.message ?? "is not a valid value"
  )
}

/** Resolves the names in a change to parents to ids, or returns the reason why the change is invalid. */
const parentsOf = (kind: EntityKind, { add, clear, remove, replace, set }: FieldChange) =>
  Effect.gen(function* () {
    const isTree = hierarchies[kind] === "tree"
    if (hierarchies[kind] === "flat") return Either.left(`is not a field of a ${kind}`)
    if (isTree && set === undefined && clear !== true) return Either.left("only accepts set or clear")
    if (!isTree && set !== undefined) return Either.left("only accepts add, remove or replace")
    const wanted = set === undefined ? (replace ?? add ?? []) : [String(set)]
    const added = yield* findNamed(kind, wanted)
    const removed = yield* findNamed(kind, remove ?? [])
    const unknown = wanted.find((_name, index) => added[index] === undefined)
    if (unknown !== undefined) return Either.left(`contains "${unknown}", which does not exist`)
    const known = (ids: ReadonlyArray<string | undefined>) => ids.filter((id) => id !== undefined)
    return Either.right<ParentsChange>({
      ...{ add: known(added), remove: known(removed) },
      isReplacing: isTree || replace !== undefined || clear === true
    })
  })

/** Converts the changes in a request to a plan, based on the field declarations. Fails if a change is invalid. */
export const planOf = Effect.fn("entityBulk.plan")(function* (kind: EntityKind, changes: FieldChanges) {
  const problems: Array<{ readonly path: string; readonly message: string }> = []
  const fields: Record<string, unknown> = {}
  const state: Record<string, unknown> = {}
  let parents: ParentsChange | undefined
  for (const [name, change] of Object.entries(changes)) {
    const read = name === "parent" ? yield* parentsOf(kind, change) : valueOf(kind, name, change)
    if (Either.isLeft(read)) problems.push({ path: `changes.${name}`, message: read.left })
    else if (name === "parent") parents = read.right as ParentsChange
    else if (name in own) state[name] = read.right
    else fields[name] = read.right
  }
  if (problems.length > 0)
    return yield* new Invalid({ reason: `${problems[0]!.path} ${problems[0]!.message}.`, fields: problems })
  return { fields: fields as EntityChanges, own: state as EntityPlan["own"], parents } satisfies EntityPlan
})
