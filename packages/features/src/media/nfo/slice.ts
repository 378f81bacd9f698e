import { defineSlice } from "../../defineSlice.ts"
import { nfoJob } from "./maintenanceJob.ts"
import { nfoPolicy } from "./policy.ts"

export const nfoSlice = defineSlice({
  name: "nfo",
  about: "reads and writes NFO files, and reads pictures, next to videos",
  stores: "the contents of these files as rows, which a scan can restore; it writes events of items",
  policies: [nfoPolicy],
  maintenanceJobs: [nfoJob],
  open: ["changed", "describe", "facts", "files"],
  concepts: {
    artworkFiles: "lists the pictures of a library that are not indexed as images",
    changed: "detects whether a scan found new or changed NFO files or pictures",
    describe: "records the contents of NFO files for videos, seasons and series",
    facts: "reads the roles and numbers of videos from NFO files",
    files: "lists the NFO files of a library, and reads them again when they change",
    importWatched: "imports watched status and positions for the account that is configured for the library",
    locks: "decides which fields NFO files lock",
    maintenanceJob: "writes NFO files in the queue library-maintenance",
    targets: "finds the item that a file describes by its name",
    values: "collects the values of an item for its NFO file",
    write: "writes NFO files for libraries with this setting"
  }
})
