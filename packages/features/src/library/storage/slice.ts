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
  about: "the files that the server makes of items: where they lie, how large they are, and what is swept",
  stores: "the files next to media, as rows; that someone had a cache cleared, as events",
  events: storageEvents,
  history: storageHistory,
  projections: [storageProjection],
  policies: [storagePolicy],
  groups: [[StorageGroup, StorageLive]],
  maintenanceJobs: [clearJob, generatedFilesJob],
  maintenance: [storageMaintenance],
  concepts: {
    maintenanceJob: "its work in the queue library-maintenance",
    GeneratedFiles: "the folders of generated files, and what is in them",
    adjacent:
      "the hidden folder next to media: moves files there and back, and deletes only files that are provably ours",
    adjacentNames: "which names next to media are ours, and the note that proves it",
    clear: "deleting a kind of generated files, which are made again",
    copyWhole: "a file under its name only once it is whole",
    disk: "how the disk that holds generated files is used",
    diskWork: "work with disks that may be full, read-only, or silent",
    measure: "how much is kept, by kind and library",
    movable: "items whose generated files may be next to their media",
    move: "moves generated files from the cache to the folder of their media, and back",
    roots: "whether a root is the one that the library knows",
    served: "generated files that are served from the folder of their media",
    sweep: "deleting what no item owns",
    tally: "what a run did",
    tidy: "the job that looks after generated files"
  }
})
