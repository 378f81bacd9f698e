import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { EventStore } from "@media/event-store/EventStore"
import { rowsOf } from "@media/pg/Rows"
import { toTimestamp } from "@media/kernel/Timestamp"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { gateDecider } from "./decider.ts"
import { GATES_STREAM } from "./events.ts"
import { BreakingGates, type BreakingGate } from "./gates.ts"

/** Every process checks a closed gate twice a second, so an accepted one is open everywhere within a second. */
const lookEvery = "500 millis"

export interface AskedGate extends BreakingGate {
  /** ISO 8601; null while it is closed. */
  readonly acceptedAt: string | null
}

const Row = Schema.Struct({ id: Schema.String, accepted_at: Schema.NullOr(Schema.DateFromSelf) })

/** The gate that blocks the product, without querying the database. */
export class GateKeeper extends Context.Tag("@media/features/GateKeeper")<
  GateKeeper,
  {
    readonly gates: ReadonlyArray<BreakingGate>
    /** The gate that waits for an administrator; undefined if none does. */
    readonly closed: () => BreakingGate | undefined
    /** The closed gate, otherwise the last one that was accepted. */
    readonly asked: () => AskedGate | null
    /** Checks now instead of at the next interval. */
    readonly look: Effect.Effect<void, SqlError>
    /** Returns when no gate is closed. */
    readonly opened: Effect.Effect<void>
  }
>() {
  static readonly layer = Layer.scoped(
    GateKeeper,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* EventStore
      const gates = yield* BreakingGates
      const opened = yield* Deferred.make<void>()
      let asked: AskedGate | null = null

      const look = Effect.gen(function* () {
        const rows = yield* rowsOf(Row)(sql`select id, accepted_at from breaking_gates`)
        const answers = new Map(rows.map(({ accepted_at, id }) => [id, accepted_at]))
        const closed = gates.find(({ id }) => !answers.has(id))
        const accepted = gates.findLast(({ id }) => (answers.get(id) ?? null) !== null)
        const at = accepted && answers.get(accepted.id)
        if (closed !== undefined) asked = { ...closed, acceptedAt: null }
        else asked = accepted && at ? { ...accepted, acceptedAt: toTimestamp(at) } : null
        if (closed === undefined) yield* Deferred.succeed(opened, undefined)
      })

      const skipOnNewInstall = Effect.gen(function* () {
        const accounts = yield* sql`select 1 from accounts limit 1`
        if (accounts.length > 0) return
        yield* store.execute({
          streamId: GATES_STREAM,
          decider: gateDecider,
          command: { _tag: "Skip", gateIds: gates.map(({ id }) => id) },
          meta: { cause: "system" }
        })
      })

      if (gates.length > 0) {
        yield* skipOnNewInstall
        yield* look
      } else yield* Deferred.succeed(opened, undefined)
      const closed = () => (asked !== null && asked.acceptedAt === null ? asked : undefined)
      const gate = closed()
      if (gate !== undefined) {
        yield* Effect.logWarning(`waiting for an administrator to accept "${gate.title}" in the web app`)
        yield* look.pipe(
          Effect.catchAll((error) => Effect.logDebug("the gate is looked at again later", error)),
          Effect.repeat({
            schedule: Schedule.spaced(lookEvery),
            while: () => closed() !== undefined
          }),
          Effect.forkScoped
        )
      }
      return { gates, closed, asked: () => asked, look, opened: Deferred.await(opened) }
    })
  )
}

/** Requests served while a gate is closed: the status, signing in, and accepting the gate. */
export const isServedWhileClosed = (pathname: string): boolean =>
  /^\/api\/(health|session|system\/status|system\/breaking-gate\/accept|auth\/.+)$/.test(pathname)

/** The response to all other requests. */
export const closedAnswer = {
  status: 503,
  code: "breaking_gate",
  message: "An administrator must review and accept the breaking changes in this version."
} as const

/** The response of a server whose database was upgraded by a newer version, to every request except the status. */
export const schemaNewerAnswer = { status: 503, code: "schema_newer" } as const
