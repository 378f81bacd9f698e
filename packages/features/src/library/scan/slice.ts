import { defineSlice } from "../../defineSlice.ts"
import { rootsToScan } from "./backfill.ts"
import { libraryScanProcessor } from "./processor.ts"
import { libraryScan } from "./queue.ts"

export const scanSlice = defineSlice({
  name: "scan",
  about: "walks a root and records what changed",
  stores: "the scan result of each file, as rows; it writes events of items",
  queues: [{ definition: libraryScan, processor: libraryScanProcessor, backfill: rootsToScan }],
  concepts: {
    RootScan: "scans one root"
  }
})
