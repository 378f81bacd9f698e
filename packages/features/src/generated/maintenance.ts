// Made by `npm run generate`. Do not edit.
import { trackMaintenance } from "../audio/maintenance.ts"
import { bookMaintenance } from "../books/maintenance.ts"
import { pictureMaintenance } from "../pictures/maintenance.ts"
import { playbackMaintenance } from "../playback/maintenance.ts"
import { previewMaintenance } from "../previews/maintenance.ts"
import { storageMaintenance } from "../storage/maintenance.ts"
import { trashMaintenance } from "../trash/maintenance.ts"
import { uploadMaintenance } from "../uploads/maintenance.ts"
import { videoMaintenance } from "../videos/maintenance.ts"

/** Tasks that every worker repeats until it stops. */
export const maintenance = [
  trackMaintenance,
  bookMaintenance,
  pictureMaintenance,
  playbackMaintenance,
  previewMaintenance,
  storageMaintenance,
  trashMaintenance,
  uploadMaintenance,
  videoMaintenance
] as const
