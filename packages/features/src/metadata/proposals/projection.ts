import * as SqlClient from "@effect/sql/SqlClient"
import { projection, recordedFields, recordedRow } from "@media/event-store/Projection"
import type { Recorded } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import { SqlType } from "@media/kernel/SqlType"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ProposalEvent } from "./events.ts"

const ReviewRow = Schema.Struct({
  ...recordedFields,
  by: Schema.NullOr(Uuid),
  proposalId: Uuid,
  result: Schema.String,
  changeId: Schema.NullOr(Uuid),
  decision: Schema.NullOr(Schema.Unknown).annotations({ [SqlType]: "jsonb" })
})
const columns = { id: "target_id", at: "reviewed_at", by: "reviewed_by" }

const record = (events: ReadonlyArray<Recorded<ProposalEvent>>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const rows = recordset(
      ReviewRow,
      events.map((recorded) => {
        const { event } = recorded
        const isAccepted = event._tag === "proposal.accepted.v1"
        return {
          ...recordedRow(recorded),
          result: isAccepted ? "accepted" : "rejected",
          changeId: isAccepted ? event.changeId : null,
          decision: isAccepted ? event.decision : null
        }
      }),
      { columns }
    )
    return sql`
      insert into proposal_reviews (${rows.columns}) select ${rows.values} from ${rows.from}
      on conflict (proposal_id) do nothing`
  })

/**
 * The decisions about proposals. The proposals themselves are not in the event log, because the sources can be queried
 * again.
 */
export const proposalsProjection = projection<ProposalEvent>({
  name: "proposals",
  tables: ["proposal_reviews"],
  handlers: { "proposal.accepted.v1": record, "proposal.rejected.v1": record }
})
