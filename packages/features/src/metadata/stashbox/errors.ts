import { Conflict, NotReady, UpstreamFailed } from "@media/kernel/Errors"
import type { StashBoxFailed } from "@media/scrapers/stashbox/StashBoxFailed"
import type { Unreadable } from "@media/secrets/Seal"
import type { SecretUnavailable } from "@media/secrets/SecretText"

/** Functions that convert errors to API errors, keyed by error tag, for use with `Effect.catchTags`. */
export const told = {
  StashBoxFailed: ({ reason }: StashBoxFailed) => new UpstreamFailed({ reason }),
  Unreadable: (_: Unreadable) => new Conflict({ reason: "The API key cannot be read. Enter it again." }),
  SecretUnavailable: ({ reason }: SecretUnavailable) => new NotReady({ reason })
}
