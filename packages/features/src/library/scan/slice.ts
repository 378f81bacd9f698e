import { defineSlice } from "../../defineSlice.ts"
import { rootsToScan } from "./backfill.ts"
import { libraryScanProcessor } from "./processor.ts"
import { libraryScan } from "./queue.ts"

export const scanSlice = defineSlice({
  name: "scan",
  about: "the one walk over a root, and what follows from it",
  stores: "what became of each file, as rows; it writes events of items",
  queues: [{ definition: libraryScan, processor: libraryScanProcessor, backfill: rootsToScan }],
  concepts: {
    RootScan: "one scan of one root"
  }
})
