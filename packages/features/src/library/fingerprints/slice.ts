import { defineSlice } from "../../defineSlice.ts"
import { imagesToFingerprint, tracksToFingerprint, videosToFingerprint } from "./backfill.ts"
import { FingerprintsAdminGroup } from "./contract.ts"
import { fingerprintEvents } from "./events.ts"
import { fingerprintFields } from "./fields.ts"
import { FingerprintsAdminLive } from "./http.ts"
import { fingerprintMaintenance } from "./maintenance.ts"
import { fingerprintsPolicy } from "./policy.ts"
import { audioFingerprintProcessor, fingerprintProcessor, imageFingerprintProcessor } from "./processor.ts"
import { fingerprintsProjection } from "./projection.ts"
import { audioFingerprint, fingerprint, imageFingerprint } from "./queue.ts"
import { fingerprintFollowUp } from "./followUps.ts"
import { fingerprintHistory } from "./history.ts"

export const fingerprintsSlice = defineSlice({
  name: "fingerprints",
  about: "hashes of the files of items, and perceptual hashes",
  stores: "events, on the stream of the item",
  fields: fingerprintFields,
  events: fingerprintEvents,
  history: fingerprintHistory,
  projections: [fingerprintsProjection],
  policies: [fingerprintsPolicy],
  queues: [
    { definition: fingerprint, processor: fingerprintProcessor, backfill: videosToFingerprint },
    { definition: imageFingerprint, processor: imageFingerprintProcessor, backfill: imagesToFingerprint },
    { definition: audioFingerprint, processor: audioFingerprintProcessor, backfill: tracksToFingerprint }
  ],
  groups: [[FingerprintsAdminGroup, FingerprintsAdminLive]],
  followUps: [fingerprintFollowUp],
  maintenance: [fingerprintMaintenance],
  concepts: {
    kinds: "the kinds whose files are hashed",
    look: "computes the perceptual hash of a file",
    subject: "loads an item to be hashed"
  }
})
