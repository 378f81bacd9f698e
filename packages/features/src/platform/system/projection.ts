import * as SqlClient from "@effect/sql/SqlClient"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { GateEvent } from "./events.ts"

export const gatesProjection = projection<GateEvent>({
  name: "breaking-gates",
  tables: ["breaking_gates"],
  handlers: {
    "gate.accepted.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const { at, event, meta } of events) {
          yield* sql`
            insert into breaking_gates (id, accepted_at, accepted_by)
            values (${event.gateId}, ${at}, ${meta.actor ?? null})`
        }
      }),
    "gate.not-needed.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const { event } of events) yield* sql`insert into breaking_gates (id) values (${event.gateId})`
      })
  }
})
