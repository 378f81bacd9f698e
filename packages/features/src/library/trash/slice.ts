import { defineSlice } from "../../defineSlice.ts"
import { TrashGroup } from "./contract.ts"
import { TrashLive } from "./http.ts"
import { trashPolicy } from "./policy.ts"
import { trashProjection } from "./projection.ts"
import { trashMaintenance } from "./maintenance.ts"
import { trashJob } from "./maintenanceJob.ts"
import { trashUndo } from "./undo.ts"

export const trashSlice = defineSlice({
  name: "trash",
  about:
    "items that were removed, and can be brought back for 30 days; their files lie in the trash of their root",
  stores: "events, on the stream of the item; the files in a hidden folder of the root",
  open: ["commands"],
  projections: [trashProjection],
  policies: [trashPolicy],
  groups: [[TrashGroup, TrashLive]],
  undoCommands: [trashUndo],
  maintenanceJobs: [trashJob],
  maintenance: [trashMaintenance],
  concepts: {
    maintenanceJob: "its work in the queue library-maintenance",
    adjacent: "the files next to a file, which move with it",
    disk: "files on their way to the trash, back, and out of it",
    purge: "what is deleted for good, and forgotten",
    removal: "an item as it is removed: where its files lie, and whether they can be moved",
    settle: "what an event has begun with files, ended: at once, or by a job after a kill"
  }
})
