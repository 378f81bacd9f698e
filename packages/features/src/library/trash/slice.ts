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
  about: "removed items, which users can restore for 30 days; their files are in the trash of their root",
  stores: "events, on the stream of the item; the files are in a hidden folder of the root",
  open: ["commands"],
  projections: [trashProjection],
  policies: [trashPolicy],
  groups: [[TrashGroup, TrashLive]],
  undoCommands: [trashUndo],
  maintenanceJobs: [trashJob],
  maintenance: [trashMaintenance],
  concepts: {
    maintenanceJob: "finishes interrupted work and deletes expired items, in the queue library-maintenance",
    adjacent: "finds sidecar files, which move together with their media file",
    disk: "moves files to the trash, restores them, and deletes them",
    purge: "deletes items permanently",
    removal: "loads the items to remove: their files, and whether these can be moved",
    settle:
      "finishes the file operations that an event requested, either immediately or, after an interruption, in a job",
    tidy: "deletes expired items, and finishes interrupted file operations"
  }
})
