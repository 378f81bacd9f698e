import { policy } from "@media/event-store/Policy"
import { plainText } from "@media/kernel/PlainText"
import { enqueueItem, type Enqueue } from "@media/jobs/Enqueue"
import type { Root } from "./decider.ts"
import type { LibraryEvent } from "./events.ts"
import { libraryScan } from "./scanQueue.ts"
import { libraryMaintenance } from "./queue.ts"

/**
 * Returns the job that scans a root, or only the folder at `path`, which is relative to the root. Enqueuing the job has
 * no effect if the same scan is already queued.
 */
export const scanOf = (
  libraryId: string,
  root: Pick<Root, "id" | "path">,
  triggeredBy: string,
  path?: string
) =>
  enqueueItem(libraryScan, {
    payload: { libraryId, rootId: root.id, ...(path === undefined ? {} : { path }) },
    target: {
      type: "library-root",
      id: root.id,
      label: plainText(path === undefined ? root.path : `${root.path}/${path}`)
    },
    dedupeKey: path === undefined ? root.id : `${root.id}/${path}`,
    triggeredBy
  })

const scansOf = (libraryId: string, roots: ReadonlyArray<Root>): ReadonlyArray<Enqueue> =>
  roots.filter(({ enabled }) => enabled).map((root) => scanOf(libraryId, root, "system"))

/**
 * Returns the job that deletes a library's items outside of all roots. If the job is enqueued while it runs, it runs
 * again afterwards.
 */
export const cleanUpOf = (libraryId: string, label: string, triggeredBy: string) =>
  enqueueItem(libraryMaintenance, {
    payload: { libraryId },
    target: { type: "library", id: libraryId, label: plainText(`Removed: ${label}`) },
    dedupeKey: libraryId,
    triggeredBy
  })

export const librariesPolicy = policy<LibraryEvent>({
  "library.created.v1": ({ event, streamId }) => scansOf(streamId, event.roots ?? []),
  "library.contents-changed.v1": ({ event, streamId }) => scansOf(streamId, event.roots ?? []),
  "library.root-added.v1": ({ event, streamId }) => scansOf(streamId, [event.root]),
  "library.root-changed.v1": ({ event, streamId }) => scansOf(streamId, [event.root]),
  "library.root-removed.v1": ({ event, streamId }) => [cleanUpOf(streamId, event.path, "system")],
  "library.removed.v1": ({ event, streamId }) => [cleanUpOf(streamId, event.name, "system")]
})
