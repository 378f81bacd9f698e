import { defineSlice } from "../../defineSlice.ts"
import { nfoJob } from "./maintenanceJob.ts"
import { nfoPolicy } from "./policy.ts"

export const nfoSlice = defineSlice({
  name: "nfo",
  about: "NFO files and pictures next to videos: which item each one describes, and what it says",
  stores: "what the files say, which a scan reads again; the values of items are events of their streams",
  policies: [nfoPolicy],
  maintenanceJobs: [nfoJob],
  open: ["changed", "describe", "facts", "files"],
  concepts: {
    changed: "whether a scan found other NFO files or pictures than were read",
    describe: "records what the files say about videos, seasons and series",
    facts: "what NFO files say about the kind and the numbers of videos",
    files: "the NFO files and the pictures of a library, read where they changed",
    locks: "the fields that NFO files lock",
    maintenanceJob: "the writing of NFO files, in the queue library-maintenance",
    targets: "which file describes which item, by their names",
    values: "the values of an item that an NFO file states",
    write: "writes NFO files, where a library asks for it"
  }
})
