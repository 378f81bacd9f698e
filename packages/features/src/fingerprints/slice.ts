import { defineSlice } from "../defineSlice.ts"
import { itemsToFingerprint } from "./backlog.ts"
import { FingerprintsAdminGroup } from "./contract.ts"
import { fingerprintEvents } from "./events.ts"
import { FingerprintsAdminLive } from "./http.ts"
import { fingerprintProcessor } from "./processor.ts"
import { fingerprintsProjection } from "./projection.ts"
import { fingerprint } from "./queue.ts"

export const fingerprintsSlice = defineSlice({
  name: "fingerprints",
  about: "the hashes of an item's file, and of how it looks",
  stores: "events, on the stream of the item",
  events: fingerprintEvents,
  projections: [fingerprintsProjection],
  queues: [{ definition: fingerprint, processor: fingerprintProcessor, backlog: itemsToFingerprint }],
  groups: [[FingerprintsAdminGroup, FingerprintsAdminLive]],
  concepts: {
    kinds: "the kinds whose files are hashed",
    subject: "an item as its hashes are made from it"
  }
})
