import { defineSlice } from "../../defineSlice.ts"
import { UndoGroup } from "./contract.ts"
import { UndoLive } from "./http.ts"
import { undoJob } from "./maintenanceJob.ts"

export const undoSlice = defineSlice({
  name: "undo",
  about: "undoes one change or a whole batch, with new events that restore the earlier values",
  stores: "nothing; it writes events to the streams that it changes",
  groups: [[UndoGroup, UndoLive]],
  maintenanceJobs: [undoJob],
  open: ["commands", "shapes", "visible"],
  concepts: {
    bound: "the largest change that a request undoes itself; a job undoes larger ones",
    chunks: "groups streams into chunks that are undone in one transaction",
    maintenanceJob: "undoes large changes in the queue library-maintenance",
    removedEntities: "finds removed entities that an item needs again",
    report: "lists the values that an undo skipped, as far as the caller may see them",
    run: "undoes the selected events of streams, one chunk at a time",
    selected: "finds the events that the caller may undo, by stream",
    shapes: "the schemas of the report",
    visible: "finds the targets that the caller may see"
  }
})
