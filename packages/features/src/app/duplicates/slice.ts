import { defineSlice } from "../../defineSlice.ts"
import { DuplicatesGroup } from "./contract.ts"
import { duplicateEvents } from "./events.ts"
import { DuplicatesLive } from "./http.ts"
import { duplicatesTopic } from "./live.ts"
import { duplicatesProjection } from "./projection.ts"
import { duplicateHistory } from "./history.ts"
import { duplicateUndo } from "./undo.ts"

export const duplicatesSlice = defineSlice({
  name: "duplicates",
  about: "finds items with the same or similar content, so that users keep one and remove the others",
  stores: "each decision as events, on a stream of its own; groups are computed from the fingerprints",
  events: duplicateEvents,
  history: duplicateHistory,
  projections: [duplicatesProjection],
  groups: [[DuplicatesGroup, DuplicatesLive]],
  live: [duplicatesTopic],
  undoCommands: [duplicateUndo],
  concepts: {
    alike: "checks that the items to merge are duplicates of one another",
    apart: "merges sets of similar items, but never joins pairs that a user dismissed",
    batches: "lists the merges that can still be undone because the removed items are in the trash",
    candidates: "the items to compare, and the resulting groups, cached in memory",
    groups: "groups items that are duplicates of one another (pure, and interruptible)",
    given: "gives the kept item a title, an NSFW flag and markers of the removed items",
    keeperFile: "checks that the file to keep exists and is not one of the removed files",
    keeper: "suggests which item to keep, with the reason",
    merge: "copies the details that the kept item lacks from the removed items",
    nearHashes: "finds pairs of hashes that differ in few bits, without comparing every pair"
  }
})
