import { defineSlice } from "../../defineSlice.ts"
import { librariesToCleanUp } from "./backfill.ts"
import { LibrariesAdminGroup, LibrariesGroup } from "./contract.ts"
import { libraryEvents } from "./events.ts"
import { LibrariesAdminLive, LibrariesLive } from "./http.ts"
import { librariesTopic } from "./live.ts"
import { librariesPolicy } from "./policy.ts"
import { libraryMaintenanceProcessor } from "./processor.ts"
import { librariesProjection } from "./projection.ts"
import { libraryMaintenance } from "./queue.ts"
import { libraryHistory } from "./history.ts"
import { fileFields } from "./fileFields.ts"
import { libraryUndo } from "./undo.ts"

export const librariesSlice = defineSlice({
  name: "libraries",
  about: "libraries, their roots, what the scan decided of each file",
  stores: "events",
  lists: { files: fileFields },
  open: ["scanQueue"],
  events: libraryEvents,
  history: libraryHistory,
  undo: [libraryUndo],
  projections: [librariesProjection],
  policies: [librariesPolicy],
  queues: [
    {
      definition: libraryMaintenance,
      processor: libraryMaintenanceProcessor,
      backfill: librariesToCleanUp
    }
  ],
  groups: [
    [LibrariesAdminGroup, LibrariesAdminLive],
    [LibrariesGroup, LibrariesLive]
  ],
  live: [librariesTopic],
  concepts: {
    fileFields: "what the list of scanned files can be filtered by",
    cancelJobs: "cancels the jobs of what was removed from the libraries",
    scanQueue: "the queue by which a library asks for a scan of a root",
    fileRecords: "what scans recorded of roots that are gone",
    files: "what the scanner decided of each file, and why",
    folderContents: "how many media files a folder holds, within bounds of time and number",
    folders: "folders that can be roots",
    orphans: "items that lie in no root any more",
    scanning: "scans that run or wait, by root"
  }
})
