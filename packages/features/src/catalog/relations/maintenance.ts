import { repeated } from "@media/jobs/Repeated"
import { removeUnused } from "./unused.ts"

/**
 * Commands remove what their own change left unused. Items that are forgotten with their library, or purged from the trash,
 * leave entities behind that only this finds.
 */
export const sweepUnusedEntities = repeated(
  "Removing unused performers, studios and tags",
  "10 minutes",
  removeUnused(undefined, { cause: "system" })
)
