import { EventStore } from "@media/event-store/EventStore"
import { enqueue } from "@media/jobs/Enqueue"
import { NotFound } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { byAccount } from "../../platform/access/Command.ts"
import * as Access from "../../platform/access/Access.ts"
import type { ClearableKind } from "../libraries/queue.ts"
import { clearWork } from "./policy.ts"
import { libraryNames } from "./queries.ts"

/**
 * Queues the deletion of all generated files of a kind, in one library or in all libraries. Returns the id of the job
 * run.
 */
export const clearKind = Effect.fn("storage.clear")(function* (
  principal: Principal,
  { kind, libraryId = null }: { readonly kind: ClearableKind; readonly libraryId?: string | null }
) {
  yield* Access.require(principal, "administrate")
  if (libraryId !== null && !(yield* libraryNames(principal)).has(libraryId))
    return yield* new NotFound({ what: "library" })
  const store = yield* EventStore
  return yield* transaction(
    Effect.gen(function* () {
      yield* store.append(
        [
          {
            streamId: uuidv7(),
            expectedVersion: 0,
            events: [{ _tag: "cache.clear-asked.v1" as const, kind, libraryId }]
          }
        ],
        byAccount(principal)
      )
      // Appending the event has already queued the job, so `enqueue` returns the id of the same run.
      const [run] = yield* enqueue([clearWork(kind, libraryId)])
      return { jobRunId: run!.jobRunId }
    })
  )
})
