import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import type { JobContext } from "@media/jobs/JobContext"
import type { StashBoxFailed } from "@media/scrapers/stashbox/StashBoxFailed"
import * as Effect from "effect/Effect"
import { sendSubmissions } from "./send.ts"

const later = ({ message }: { readonly message: string }) => new RetryableFailure({ message })
const never = ({ message }: { readonly message: string }) => new PermanentFailure({ message })

/**
 * Sends the pending fingerprint submissions of one stash-box. Fails permanently if the API key is rejected or
 * unreadable, and is retried after other errors.
 */
export const deliverSubmissions = (endpointId: string, context: Pick<JobContext, "jobRunId" | "progress">) =>
  sendSubmissions(endpointId, context).pipe(
    Effect.catchTags({
      NotFound: () => Effect.succeed({ skipped: "The stash-box was removed" }),
      Unreadable: never,
      SecretUnavailable: later,
      StashBoxFailed: (error: StashBoxFailed) => (error.code === "unauthorized" ? never(error) : later(error))
    })
  )
