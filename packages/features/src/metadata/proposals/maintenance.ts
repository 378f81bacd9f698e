import * as SqlClient from "@effect/sql/SqlClient"
import { repeated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"

const forget = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    with kept as (
      update proposals set raw = null where raw is not null and created_at < now() - interval '90 days'
    )
    delete from identify_items i where i.batch_id in (
      select p.batch_id from proposals p where p.batch_id is not null
      group by p.batch_id having max(p.created_at) < now() - interval '90 days')`
)

/** Worker task that deletes the stored responses of sources and the per-item outcomes of runs after 90 days. */
export const proposalMaintenance = repeated("Deleting old responses of sources", "1 day", forget)
