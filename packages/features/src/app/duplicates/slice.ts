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
  about: "items with the same content, or that look alike: compared, one kept, the others removed",
  stores: "each decision as events, on a stream of its own; the groups follow from the fingerprints",
  events: duplicateEvents,
  history: duplicateHistory,
  projections: [duplicatesProjection],
  groups: [[DuplicatesGroup, DuplicatesLive]],
  live: [duplicatesTopic],
  undoCommands: [duplicateUndo],
  concepts: {
    alike: "that items to be merged are duplicates of one another",
    apart: "sets that grow together, but never with what a person told apart",
    batches: "what was kept of groups at once, and can be undone at once while the trash has the rest",
    candidates: "what is compared, and the groups that come of it, kept in memory",
    groups: "which items are duplicates of one another: pure, in slices",
    given: "a name, an NSFW mark and markers that the kept one is given",
    keeperFile: "checks that the file to keep exists, and is none of the removed ones",
    keeper: "which one to keep, and why",
    merge: "what the kept one is given",
    nearHashes: "pairs of hashes of which few bits differ, without comparing all with all"
  }
})
