import { Conflict, NotReady, UpstreamFailed } from "@media/kernel/Errors"
import type { StashBoxFailed } from "@media/scrapers/stashbox/StashBoxFailed"
import type { Unreadable } from "@media/secrets/Seal"
import type { SecretUnavailable } from "@media/secrets/SecretText"

/**
 * Converts the errors of a stash-box that did not respond and of an unreadable key to API errors, keyed by error tag.
 */
export const told = {
  StashBoxFailed: ({ reason }: StashBoxFailed) => new UpstreamFailed({ reason }),
  Unreadable: (_: Unreadable) => new Conflict({ reason: "The API key cannot be read. Enter it again." }),
  SecretUnavailable: ({ reason }: SecretUnavailable) => new NotReady({ reason })
}
