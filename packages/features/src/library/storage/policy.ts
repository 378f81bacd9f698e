import { policy } from "@media/event-store/Policy"
import { enqueueItem, type Enqueue } from "@media/jobs/Enqueue"
import * as Schema from "effect/Schema"
import { ClearableKind, libraryMaintenance } from "../libraries/queue.ts"
import type { SettingsEvent } from "../../platform/settings/events.ts"
import type { StorageEvent } from "./events.ts"

/** The target type of jobs for generated files. */
export const GENERATED_FILES = "generated-files"

/** Filter for the job runs that maintain generated files. */
export const generatedFilesRuns = {
  queue: libraryMaintenance.name,
  targetType: GENERATED_FILES,
  targetId: GENERATED_FILES
} as const

/**
 * Returns the job that maintains all generated files. If the job is enqueued while it runs, it runs again afterwards.
 */
export const generatedFilesWork = (triggeredBy: string): Enqueue =>
  enqueueItem(libraryMaintenance, {
    payload: { generatedFiles: true },
    target: { type: GENERATED_FILES, id: GENERATED_FILES, label: "Generated files" },
    dedupeKey: GENERATED_FILES,
    triggeredBy
  })

const labels: Readonly<Record<ClearableKind, string>> = {
  posters: "Clear posters",
  sheets: "Clear preview thumbnails",
  clips: "Clear preview clips",
  hls: "Clear converted streams"
}

export const clearWork = (kind: ClearableKind, libraryId: string | null): Enqueue =>
  enqueueItem(libraryMaintenance, {
    payload: { clear: libraryId === null ? { kind } : { kind, libraryId } },
    target: { type: GENERATED_FILES, id: kind, label: labels[kind] },
    dedupeKey: `clear/${kind}/${libraryId ?? "all"}`,
    triggeredBy: "manual"
  })

export const storagePolicy = policy<StorageEvent | SettingsEvent>({
  "cache.clear-asked.v1": ({ event: { kind, libraryId } }) =>
    Schema.is(ClearableKind)(kind) ? [clearWork(kind, libraryId)] : [],
  "settings.changed.v1": ({ event }) =>
    event.name === "metadata_storage_dedicated" ? [generatedFilesWork("system")] : []
})
