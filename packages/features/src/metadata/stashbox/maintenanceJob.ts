import type { StashBoxFailed } from "@media/scrapers/stashbox/StashBoxFailed"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import { maintenanceJob } from "../../MaintenanceJob.ts"
import { sendSubmissions } from "./send.ts"

const Body = Schema.Struct({ endpointId: Schema.UUID })

const later = ({ message }: { readonly message: string }) => new RetryableFailure({ message })
const never = ({ message }: { readonly message: string }) => new PermanentFailure({ message })

/** Sends the fingerprints that wait in the ledger of one stash-box. */
export const submissionJob = maintenanceJob({
  accepts: ({ change }) => change?.of === "submit-fingerprints",
  run: ({ change }, context) =>
    Effect.flatMap(Schema.decodeUnknown(Body)(change!.body), ({ endpointId }) =>
      sendSubmissions(endpointId, context)
    ).pipe(
      Effect.catchTags({
        NotFound: () => Effect.succeed({ skipped: "The stash-box was removed" }),
        Unreadable: never,
        SecretUnavailable: later,
        StashBoxFailed: (error: StashBoxFailed) =>
          error.code === "unauthorized" ? never(error) : later(error)
      })
    )
})
