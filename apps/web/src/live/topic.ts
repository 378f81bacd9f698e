import type { Delta, Snapshot } from "@media/features/app/operations/live-protocol"
import type { QueryCache } from "@/lib/queryCache"

/** Handles live messages for a feature. The feature exports its topic from its `live.ts`. */
export interface LiveTopic {
  readonly delta: (message: Delta, cache: QueryCache) => void
  /** Handles a snapshot. `missed` is true if changes happened for which no delta arrived. */
  readonly snapshot?: (message: Snapshot, missed: boolean) => void
}
