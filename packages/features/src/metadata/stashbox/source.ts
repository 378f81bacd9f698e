import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type EntityKind, isEntityKind } from "../../EntityKind.ts"
import {
  type IdentifyChoice,
  type IdentifyOutcome,
  type IdentifyResult,
  identifySource,
  type IdentifyTarget
} from "../../IdentifySource.ts"
import { type OpenBox, openBox } from "./box.ts"
import { deliverSubmissions } from "./deliver.ts"
import { identifyItems } from "./identify.ts"
import { readKey } from "./keys.ts"
import { findEntities } from "./lookup.ts"
import { subjectsOf } from "./subjects.ts"

const Endpoint = Schema.Struct({ id: Schema.String, name: Schema.String })
const Entity = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  remoteId: Schema.NullOr(Schema.String)
})
type Entity = typeof Entity.Type

const outcome = (results: ReadonlyArray<IdentifyResult>): IdentifyOutcome =>
  results.length === 0 ? { _tag: "none" } : { _tag: "found", results }
const failed = ({ message }: { readonly message: string }): IdentifyOutcome => ({
  _tag: "failed",
  reason: message
})

const entitiesOf = (idName: string, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Entity)(sql`
      select e.id, e.name, e.facts -> 'externalIds' ->> ${idName} as "remoteId"
      from related_entities e where e.id = any(${ids as Array<string>}::uuid[])`)
    return new Map(rows.map((row) => [row.id, row]))
  })

const identifyEntity = (open: OpenBox, kind: EntityKind, entity: Entity | undefined) =>
  entity === undefined
    ? Effect.succeed<IdentifyOutcome>({ _tag: "none" })
    : findEntities(open, kind, entity.remoteId ?? entity.name).pipe(
        Effect.map((all) => outcome(all.toSorted((a, b) => b.confidence - a.confidence))),
        Effect.catchAll((error) => Effect.succeed(failed(error)))
      )

const outcomes = (open: OpenBox, targets: ReadonlyArray<IdentifyTarget>) =>
  Effect.gen(function* () {
    const ids = targets.map(({ id }) => id)
    const { idName } = open.endpoint
    const subjects = yield* subjectsOf(idName, ids)
    const items = targets.flatMap(({ id }) => subjects.get(id) ?? [])
    const found = yield* identifyItems(open, items)
    const byItem = new Map(items.map(({ id }, at) => [id, found[at]!]))
    const entities = yield* entitiesOf(idName, ids)
    return yield* Effect.forEach(targets, ({ id, kind }) => {
      if (isEntityKind(kind)) return identifyEntity(open, kind, entities.get(id))
      const each = byItem.get(id)
      return Effect.succeed<IdentifyOutcome>(
        each === undefined ? { _tag: "none" } : each._tag === "Left" ? failed(each.left) : outcome(each.right)
      )
    })
  })

/** Makes each stash-box available as a source for identifying videos, performers, studios and tags. */
export const stashboxSource = identifySource({
  kind: "stashbox",
  choices: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Endpoint)(
      sql`select id, name from stashbox_endpoints order by lower(name), id`
    )
    return yield* Effect.forEach(rows, (row) =>
      Effect.map(Effect.either(readKey(row.id)), (key): IdentifyChoice => ({
        ...row,
        targets: ["video", "performer", "studio", "tag"],
        ...(key._tag === "Left" ? { problem: "The API key cannot be read. Enter it again." } : {})
      }))
    )
  }),
  identify: (endpointId, targets) => Effect.flatMap(openBox(endpointId), (open) => outcomes(open, targets)),
  deliver: deliverSubmissions
})
