import { defineSlice } from "../defineSlice.ts"
import { rootsToScan } from "./backlog.ts"
import { libraryScanProcessor } from "./processor.ts"
import { libraryScan } from "./queue.ts"

export const scanSlice = defineSlice({
  name: "scan",
  about: "the one walk over a root, and what follows from it",
  stores: "what became of each file, as rows; it writes events of items",
  queues: [{ definition: libraryScan, processor: libraryScanProcessor, backlog: rootsToScan }],
  concepts: {
    DisplayPath: "the bytes of a path as text, and back",
    RootScan: "one scan of one root",
    ScanTally: "how a scan went, in files",
    ingest: "verdicts, moves, and the events and records that follow",
    walk: "the folders of a root, one after the other"
  }
})
