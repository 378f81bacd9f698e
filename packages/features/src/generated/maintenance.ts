// Made by `npm run generate`. Do not edit.
import { collectionMaintenance } from "../app/collections/maintenance.ts"
import { pluginMaintenance } from "../app/plugins/maintenance.ts"
import { ruleMaintenance } from "../app/rules/maintenance.ts"
import { relateAfterUpgrade } from "../catalog/items/maintenance.ts"
import { sweepUnusedEntities } from "../catalog/relations/maintenance.ts"
import { fingerprintMaintenance } from "../library/fingerprints/maintenance.ts"
import { storageMaintenance } from "../library/storage/maintenance.ts"
import { trashMaintenance } from "../library/trash/maintenance.ts"
import { uploadMaintenance } from "../library/uploads/maintenance.ts"
import { trackMaintenance } from "../media/audio/maintenance.ts"
import { bookMaintenance } from "../media/books/maintenance.ts"
import { videoMaintenance } from "../media/videos/maintenance.ts"
import { proposalMaintenance } from "../metadata/proposals/maintenance.ts"
import { pictureMaintenance } from "../playback/pictures/maintenance.ts"
import { previewMaintenance } from "../playback/previews/maintenance.ts"
import { playbackMaintenance } from "../playback/streaming/maintenance.ts"

/** Tasks that every worker repeats until it stops. */
export const maintenance = [
  collectionMaintenance,
  pluginMaintenance,
  ruleMaintenance,
  relateAfterUpgrade,
  sweepUnusedEntities,
  fingerprintMaintenance,
  storageMaintenance,
  trashMaintenance,
  uploadMaintenance,
  trackMaintenance,
  bookMaintenance,
  videoMaintenance,
  proposalMaintenance,
  pictureMaintenance,
  previewMaintenance,
  playbackMaintenance
] as const
