import { defineSlice } from "../../defineSlice.ts"
import { UndoGroup } from "./contract.ts"
import { UndoLive } from "./http.ts"
import { undoJob } from "./maintenanceJob.ts"

export const undoSlice = defineSlice({
  name: "undo",
  about: "undo of one change or a whole batch, by new events that give the earlier values back",
  stores: "nothing; its events are those of what it changes",
  groups: [[UndoGroup, UndoLive]],
  maintenanceJobs: [undoJob],
  open: ["commands", "shapes", "visible"],
  concepts: {
    bound: "how much a request undoes before a job takes over",
    maintenanceJob: "its work in the queue library-maintenance",
    removedEntities: "the removals of entities that an item needs back",
    report: "the values that an undo left alone, as the caller may see them",
    run: "reads streams, computes and checks their undo, and appends it, in chunks",
    selected: "the events to undo that the caller may undo, by stream",
    shapes: "the report on the wire",
    visible: "the targets that the caller sees"
  }
})
