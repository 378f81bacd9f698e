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
  about: "libraries, their roots, and the scan result of each file",
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
    fileFields: "the filter fields of scanned files",
    cancelJobs: "cancels jobs of items and roots that were removed",
    scanQueue: "the queue that scans roots",
    fileRecords: "deletes the scan records of removed roots",
    files: "lists the files of a library with their scan results",
    folderContents: "counts the media files in a folder, within limits of time and number",
    folders: "checks and lists folders that can be roots",
    orphans: "finds and removes items that are no longer below any root",
    scanning: "lists running and queued scans by root"
  }
})
