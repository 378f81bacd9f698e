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

/**
 * Interval at which a process checks a closed gate, so that an accepted gate opens in every process within a second.
 */
const lookEvery = "500 millis"

export interface AskedGate extends BreakingGate {
  /** Time of the acceptance in ISO 8601, or null while the gate is closed. */
  readonly acceptedAt: string | null
}

const Row = Schema.Struct({ id: Schema.String, accepted_at: Schema.NullOr(Schema.DateFromSelf) })

/** Keeps the closed gate in memory, so that requests do not query the database for it. */
export class GateKeeper extends Context.Tag("@media/features/GateKeeper")<
  GateKeeper,
  {
    readonly gates: ReadonlyArray<BreakingGate>
    /** Returns the first gate that no administrator has accepted yet, or undefined if all gates are open. */
    readonly closed: () => BreakingGate | undefined
    /**
     * Returns the closed gate, or the gate that was accepted last if all gates are open. Null if no gate was ever
     * accepted.
     */
    readonly asked: () => AskedGate | null
    /** Reads the state of the gates from the database now instead of at the next interval. */
    readonly look: Effect.Effect<void, SqlError>
    /** Completes when all gates are open. */
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
          Effect.catchAll((error) =>
            Effect.logDebug("could not check whether the breaking changes were accepted; trying again", error)
          ),
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

/** Returns true for paths that are served while a gate is closed: status, sign-in, and acceptance of the gate. */
export const isServedWhileClosed = (pathname: string): boolean =>
  /^\/api\/(health|session|system\/status|system\/breaking-gate\/accept|auth\/.+)$/.test(pathname)

/** The response to all other requests while a gate is closed. */
export const closedAnswer = {
  status: 503,
  code: "breaking_gate",
  message: "An administrator must review and accept the breaking changes in this version."
} as const

/** The response to all requests except the status after a newer version has upgraded the database. */
export const schemaNewerAnswer = { status: 503, code: "schema_newer" } as const
