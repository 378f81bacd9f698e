import { defineSlice } from "../../defineSlice.ts"
import { StorageGroup } from "./contract.ts"
import { storageEvents } from "./events.ts"
import { StorageLive } from "./http.ts"
import { storagePolicy } from "./policy.ts"
import { storageProjection } from "./projection.ts"
import { storageMaintenance } from "./maintenance.ts"
import { clearJob, generatedFilesJob } from "./maintenanceJob.ts"
import { storageHistory } from "./history.ts"

export const storageSlice = defineSlice({
  name: "storage",
  about: "generated files of items: where they are stored, how much space they use, and which are deleted",
  stores: "generated files next to media, as rows; requests to clear generated files, as events",
  events: storageEvents,
  history: storageHistory,
  projections: [storageProjection],
  policies: [storagePolicy],
  groups: [[StorageGroup, StorageLive]],
  maintenanceJobs: [clearJob, generatedFilesJob],
  maintenance: [storageMaintenance],
  concepts: {
    maintenanceJob: "clears and tidies generated files in the queue library-maintenance",
    GeneratedFiles: "the folders of generated files and their contents",
    adjacent:
      "moves generated files next to their media and back, and deletes only files that the server wrote",
    adjacentNames: "the names of generated files next to media, and the note that identifies their item",
    clear: "deletes one kind of generated file; deleted files are regenerated on demand",
    copyWhole: "copies a file so that it appears under its name only when it is complete",
    disk: "measures the space on the disk of generated files",
    diskWork: "handles disks that are full, read-only or not responding",
    measure: "measures the size of generated files by kind and library",
    movable: "finds items whose generated files may be stored next to their media",
    move: "moves generated files from the cache to the folders of their media, and back",
    roots: "checks that a root is still the folder that the library knows",
    served: "serves generated files that are stored next to their media",
    sweep: "deletes generated files that do not belong to an item",
    tally: "the results of a job run",
    tidy: "deletes orphaned generated files and moves the others to the configured location"
  }
})
