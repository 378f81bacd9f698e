import type { ArchiveEntry } from "@media/archives/ArchiveEntry"
import { naturally } from "@media/kernel/NaturalOrder"
import { uuidv7 } from "@media/kernel/Ids"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { entryName } from "../../catalog/items/entrySource.ts"
import { titleOf } from "../../catalog/items/title.ts"
import { imageKind } from "../images/kind.ts"
import { arranged } from "./arrange.ts"

/** A recorded image of an archive. */
interface KnownEntry {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly crc32: number
  readonly isPresent: boolean
  readonly ordinal: number
}

/** The events to append to the stream of one image. */
interface EntryChange {
  readonly id: string
  readonly events: ReadonlyArray<ItemEvent>
}

const isImage = ({ key }: ArchiveEntry): boolean => {
  const ending = /\.([^./\\]{1,8})$/.exec(key.slice(-16))?.[1]?.toLowerCase()
  return ending !== undefined && Object.hasOwn(imageKind.extensions, ending)
}

/**
 * Returns the images of an archive as two values:
 * - `byName`: the readable images. If several have the same name, only the first is included.
 * - `refused`: the images that cannot be read.
 */
export const imagesIn = (entries: ReadonlyArray<ArchiveEntry>) => {
  const images = entries.filter((entry) => entry.kind === "file" && !entry.isJunk && isImage(entry))
  const byName = new Map<string, ArchiveEntry>()
  for (const entry of images.filter(({ refusal }) => refusal === undefined)) {
    const name = entryName(entry)
    if (!byName.has(name)) byName.set(name, entry)
  }
  return { byName, refused: images.filter(({ refusal }) => refusal !== undefined) }
}

const contentOf = ({ crc32, size }: { readonly crc32: number; readonly size: number }) => `${crc32}/${size}`

/**
 * Matches the recorded images to the entries that are now in the archive, by name or else by content. If several
 * entries have the same content, they are matched in order. `gone` contains the recorded images without an entry.
 */
const matched = (known: ReadonlyArray<KnownEntry>, found: ReadonlyMap<string, ArchiveEntry>) => {
  const pairs = new Map<string, KnownEntry>()
  const left = new Map<string, Array<KnownEntry>>()
  for (const entry of known.toSorted((a, b) => a.ordinal - b.ordinal)) {
    if (found.has(entry.name) && !pairs.has(entry.name)) pairs.set(entry.name, entry)
    else left.set(contentOf(entry), [...(left.get(contentOf(entry)) ?? []), entry])
  }
  for (const [name, entry] of [...found].toSorted(([a], [b]) => naturally(a, b))) {
    if (pairs.has(name)) continue
    const same = left.get(contentOf(entry))?.shift()
    if (same !== undefined) pairs.set(name, same)
  }
  return { pairs, gone: [...left.values()].flat() }
}

/**
 * Returns the changes that make the recorded images match the contents of the archive. Pure, except that it creates
 * ids. Does not use the reconciler in `catalog/groups`. The reconciler moves existing items between groups, but an
 * archive entry never leaves its archive.
 */
export const entryChanges = (
  archiveId: string,
  known: ReadonlyArray<KnownEntry>,
  found: ReadonlyMap<string, ArchiveEntry>,
  isHandSorted: boolean
): ReadonlyArray<EntryChange> => {
  const { gone, pairs } = matched(known, found)
  const present = [...found].map(([name, entry]) => {
    const before = pairs.get(name)
    return { name, entry, before, id: before?.id ?? uuidv7(), ordinal: before?.ordinal ?? null }
  })
  const ordinals = arranged(present, isHandSorted)
  const changes = present.map(({ before, entry: { crc32, name: shown, size }, id, name }): EntryChange => {
    const ordinal = ordinals.get(id)
    if (before === undefined) {
      const title = titleOf(shown.slice(shown.lastIndexOf("/") + 1)) || "Image"
      const event = {
        kind: "image",
        title,
        archiveId,
        ordinal: ordinal!,
        name,
        size,
        mtimeMs: crc32
      } as const
      return { id, events: [{ _tag: "item.entry-registered.v1", ...event }] }
    }
    const events: Array<ItemEvent> = []
    if (before.name !== name) events.push({ _tag: "item.entry-renamed.v1", name })
    if (!before.isPresent) events.push({ _tag: "item.file-found.v1" })
    if (contentOf(before) !== contentOf({ crc32, size }))
      events.push({ _tag: "item.file-changed.v1", kind: "image", size, mtimeMs: crc32 })
    if (ordinal !== undefined) events.push({ _tag: "item.placed.v1", parentId: archiveId, ordinal })
    return { id, events }
  })
  const missing = gone
    .filter(({ isPresent }) => isPresent)
    .map(({ id }): EntryChange => ({
      id,
      events: [{ _tag: "item.file-missing.v1", reason: "The archive no longer contains this image" }]
    }))
  // Missing images come first, so that other images can take their names.
  return [...missing, ...changes].filter(({ events }) => events.length > 0)
}
