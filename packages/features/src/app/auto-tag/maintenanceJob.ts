import { inBatches } from "@media/event-store/EventStore"
import type { JobContext } from "@media/jobs/JobContext"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { EntityKind } from "../../EntityKind.ts"
import { jobPrincipal } from "../../identity/accounts/jobPrincipal.ts"
import { maintenanceJob } from "../../MaintenanceJob.ts"
import { editItems } from "../bulk/editItems.ts"
import { AutoTagKind } from "./contract.ts"
import { visibleEntities } from "./commands.ts"
import { findProposals } from "./find.ts"
import { itemsProposedFor } from "./queries.ts"

const Body = Schema.Union(
  Schema.Struct({
    find: Schema.Struct({ kinds: Schema.Array(AutoTagKind), libraryId: Schema.NullOr(Schema.UUID) })
  }),
  Schema.Struct({ accept: Schema.Array(Schema.UUID) })
)

/** Number of items per transaction. */
const atOnce = 1_000

/**
 * Returns the edit that relates items to an entity. The edit identifies the entity by its id, because several entities
 * may have the same name.
 */
const giving = (kind: EntityKind, id: string) =>
  kind === "studio"
    ? { studio: id }
    : kind === "tag"
      ? { tags: { add: [id] } }
      : { performers: { add: [id] } }

/** Relates the proposed items to the entities. A repeated run changes only the remaining items. */
export const accept = Effect.fn("autoTag.acceptAll")(function* (
  principal: Principal,
  { batchId, entityIds }: { readonly batchId: string; readonly entityIds: ReadonlyArray<string> },
  context: Pick<JobContext, "progress">
) {
  const entities = yield* visibleEntities(principal, entityIds)
  let changed = 0
  for (const [index, { id, kind }] of entities.entries()) {
    const itemIds = yield* itemsProposedFor(principal, id)
    for (const ids of inBatches(itemIds, atOnce)) {
      const answer = yield* transaction(
        editItems(principal, { ids }, giving(kind, id), { cause: "auto-tag", batchId })
      )
      changed += answer.changed
    }
    yield* context.progress({ percent: (100 * (index + 1)) / entities.length })
  }
  return { changed }
})

export const autoTagJob = maintenanceJob({
  accepts: ({ change }) => change?.of === "auto-tag",
  run: ({ change }, context) =>
    Effect.gen(function* () {
      const { accountId, batchId, body } = change!
      const principal = yield* jobPrincipal(accountId)
      const work = yield* Schema.decodeUnknown(Body)(body)
      return "find" in work
        ? yield* findProposals(principal, work.find, context)
        : yield* accept(principal, { batchId, entityIds: work.accept }, context)
    })
})
