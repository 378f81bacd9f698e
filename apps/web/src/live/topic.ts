import type { Delta, Snapshot } from "@media/features/app/operations/live-protocol"
import type { QueryCache } from "@/lib/queryCache"

/** Handles the live messages of a feature. Features with a topic export one from their `live.ts`. */
export interface LiveTopic {
  readonly delta: (message: Delta, cache: QueryCache) => void
  /** `missed`: there were changes without a delta. */
  readonly snapshot?: (message: Snapshot, missed: boolean) => void
}
