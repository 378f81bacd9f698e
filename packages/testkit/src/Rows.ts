import { EventStore } from "@media/event-store/EventStore"
import { uuidv7 } from "@media/kernel/Ids"
import type { SqlError } from "@effect/sql/SqlError"
import type { VersionConflict } from "@media/event-store/errors"
import type { ItemEvent } from "@media/features/catalog/items/events"
import type { ItemKind } from "@media/features/ItemKind"
import * as Effect from "effect/Effect"

interface Runner {
  readonly run: <A>(effect: Effect.Effect<A, SqlError | VersionConflict, EventStore>) => Promise<A>
}

const append = (runner: Runner, streamId: string, events: ReadonlyArray<{ readonly _tag: string }>) =>
  runner.run(
    Effect.flatMap(EventStore, (store) =>
      store.append([{ streamId, expectedVersion: 0, events }], { cause: "test" })
    )
  )

/** Creates a library without a folder by appending its event. Returns the id of the library. */
export const makeLibrary = async (
  runner: Runner,
  fields: { readonly name?: string; readonly isNsfw?: boolean } = {}
): Promise<string> => {
  const id = uuidv7()
  await append(runner, id, [
    {
      _tag: "library.created.v1",
      name: fields.name ?? "Library",
      isNsfw: fields.isNsfw ?? false,
      contents: ["videos"],
      roots: []
    } as { _tag: string }
  ])
  return id
}

const stamp = { size: 1_000, mtimeMs: 1_700_000_000_000 }
/**
 * The event that a job records after it has examined a file without metadata, keyed by kind. The event makes the item
 * ready.
 */
const examined: Partial<Record<ItemKind, { readonly _tag: string }>> = {
  image: {
    _tag: "image.examined.v1",
    ...{ ...stamp, format: "jpeg", width: 4, height: 3, frames: 1, takenAt: null, camera: null, lens: null },
    ...{
      exposureSeconds: null,
      aperture: null,
      iso: null,
      focalLength: null,
      latitude: null,
      longitude: null
    }
  } as { readonly _tag: string },
  book: {
    _tag: "book.read.v1",
    ...{ ...stamp, set: {}, format: "comic", authors: [], series: null, language: null, publisher: null },
    ...{ pages: null, isRightToLeft: false, isProtected: false }
  } as { readonly _tag: string }
}

/**
 * Creates an item by appending its events, without a scan, and returns its id. The default kind is a video. An image or
 * a book is also marked as examined.
 */
export const makeItem = async (
  runner: Runner,
  fields: {
    readonly kind?: ItemKind
    readonly libraryId: string
    readonly rootId?: string
    readonly path?: string
    readonly title?: string
    readonly isNsfw?: boolean
    readonly isMissing?: boolean
  }
): Promise<string> => {
  const id = uuidv7()
  const path = fields.path ?? `${id}.mp4`
  const kind = fields.kind ?? "video"
  const events: ReadonlyArray<ItemEvent | { readonly _tag: string }> = [
    {
      _tag: "item.registered.v1",
      kind,
      libraryId: fields.libraryId,
      rootId: fields.rootId ?? uuidv7(),
      title: fields.title ?? "Video",
      path,
      pathBytes: Buffer.from(path).toString("base64"),
      ...stamp
    },
    ...(examined[kind] === undefined ? [] : [examined[kind]]),
    ...(fields.isNsfw === true
      ? [
          {
            _tag: "item.edited.v1" as const,
            editVersion: 1,
            changes: [{ field: "isNsfw", from: false, to: true }]
          }
        ]
      : []),
    ...(fields.isMissing === true ? [{ _tag: "item.file-missing.v1" as const, reason: "gone" }] : [])
  ]
  await append(runner, id, events)
  return id
}

export const makeVideo = makeItem
