import { displayPath } from "@media/disk/DisplayPath"
import {
  type FoundGroup,
  type KnownGroup,
  type MatchedGroup,
  type Placement,
  placed
} from "../../catalog/groups/reconcile.ts"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { arranged } from "./arrange.ts"

/** An image file that can be viewed, with its current gallery and ordinal. */
export interface FolderImage extends Placement {
  readonly id: string
  /** The path relative to the root, in bytes. */
  readonly path: Uint8Array
}

/** A root of a library. */
export interface FolderRoot {
  readonly rootId: string
  readonly libraryId: string
  /** The name of the root folder itself. */
  readonly rootName: string
}

/** The facts of a folder gallery. */
export interface FoundFolder {
  readonly libraryId: string
  readonly title: string
  readonly folder: { readonly rootId: string; readonly path: string; readonly pathBytes: string }
}

/** The existing gallery of a folder. */
export interface KnownGallery extends KnownGroup {
  readonly isHandSorted: boolean
}

/** A gallery of a root, which is a folder or an archive. */
export interface NestedGallery extends Placement {
  readonly id: string
  readonly isFolder: boolean
  readonly isRemoved: boolean
  readonly hasImages: boolean
  readonly path: Uint8Array
}

const textOf = (path: Uint8Array): string => Buffer.from(path).toString("latin1")
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/** Returns the folder in a path. The folder is empty for a file in the root itself. */
export const folderOf = (path: Uint8Array): Buffer => {
  const bytes = Buffer.from(path)
  return bytes.subarray(0, Math.max(0, bytes.lastIndexOf(0x2f)))
}

/** Returns the key of a folder's gallery, which is unique among all roots. */
export const galleryKey = (rootId: string, folder: Uint8Array): string => `${rootId}/${textOf(folder)}`

/**
 * Returns the galleries of these images, one for each folder. The ordinals depend on the existing gallery of the
 * folder, so `withOrdinals` adds them later. Pure.
 */
export const galleriesOf = (
  { libraryId, rootId, rootName }: FolderRoot,
  images: Iterable<FolderImage>
): ReadonlyArray<FoundGroup<FoundFolder>> => {
  const folders = new Map<string, { folder: Buffer; members: Array<{ id: string; ordinal: null }> }>()
  for (const { id, path } of images) {
    const folder = folderOf(path)
    const key = galleryKey(rootId, folder)
    const known = folders.get(key)
    if (known === undefined) folders.set(key, { folder, members: [{ id, ordinal: null }] })
    else known.members.push({ id, ordinal: null })
  }
  return [...folders].map(([key, { folder, members }]) => {
    const path = displayPath(folder)
    return {
      key,
      facts: {
        libraryId,
        title: folder.length === 0 ? rootName : nameOf(path),
        folder: { rootId, path, pathBytes: folder.toString("base64") }
      },
      members
    }
  })
}

/**
 * Adds ordinals to the members of galleries, and changes as few existing ordinals as possible. A gallery that a user
 * sorted keeps its order even if its folder is renamed. Pure.
 */
export const withOrdinals = (
  matched: ReadonlyArray<MatchedGroup<FoundFolder, KnownGallery>>,
  images: ReadonlyMap<string, FolderImage>
): ReadonlyArray<MatchedGroup<FoundFolder, KnownGallery>> =>
  matched.map((each) => {
    const now = each.found.members.map(({ id }) => {
      const image = images.get(id)!
      const isMember = each.known !== undefined && image.parentId === each.known.id
      return {
        id,
        name: nameOf(displayPath(Buffer.from(image.path))),
        ordinal: isMember ? image.ordinal : null
      }
    })
    const moved = arranged(now, each.known?.isHandSorted === true)
    const members = now.map(({ id, ordinal }) => ({ id, ordinal: moved.get(id) ?? ordinal }))
    return { ...each, found: { ...each.found, members } }
  })

/**
 * Returns the event that creates a gallery for a folder, or the event that moves the existing gallery to the folder's
 * new path.
 */
export const describing = (
  { facts: { folder, libraryId, title }, key }: FoundGroup<FoundFolder>,
  known: KnownGallery | undefined
): ReadonlyArray<ItemEvent> => {
  if (known === undefined) return [{ _tag: "item.group-registered.v1", kind: "gallery", title, folder }]
  return known.key === key ? [] : [{ _tag: "item.file-moved.v1", libraryId, ...folder, size: 0, mtimeMs: 0 }]
}

/**
 * Returns the changes that make each gallery a child of the nearest gallery among the folders above it. If there is
 * none, the gallery has no parent. Does not use the nested groups of the reconciler, because their keys depend on the
 * parent: a folder must keep its gallery even if a folder above it gets a gallery later. Pure.
 */
export const nestingChanges = (galleries: ReadonlyArray<NestedGallery>) => {
  const folders = new Map(
    galleries
      .filter(({ hasImages, isFolder, isRemoved }) => isFolder && hasImages && !isRemoved)
      .map(({ id, path }) => [textOf(path), id])
  )
  const above = (path: Uint8Array): string | null => {
    for (let folder = folderOf(path); folder.length > 0; folder = folderOf(folder)) {
      const found = folders.get(textOf(folder))
      if (found !== undefined) return found
    }
    return null
  }
  return galleries.flatMap((gallery) =>
    placed(gallery.id, gallery, { parentId: above(gallery.path), ordinal: null })
  )
}
