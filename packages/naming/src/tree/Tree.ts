import type { ExtraType, Known, Library } from "../Classification.ts"
import type { Found } from "../episodes/Found.ts"
import { type IdTag, idTags, withoutTags } from "../ids.ts"
import { belowRoot, isWindowsPath, type Segment, segmentOf } from "../path.ts"
import type { ReleaseName } from "../release/readRelease.ts"
import type { SeasonFolder } from "../seasons.ts"
import { extensionOf, isVideoName } from "../videoExtensions.ts"

interface Named {
  readonly segment: Segment
  /** The folded name without its extension. Id tags are replaced with spaces so that character offsets do not shift. */
  readonly text: string
  readonly tags: ReadonlyArray<IdTag>
}

export interface VideoFile extends Named {
  readonly path: string
  readonly folder: Folder
  readonly known: Known
  /** Episode numbers in the name. They are computed once, because many checks of a folder need them. */
  explicit?: Found | null
  release?: ReleaseName
}

export interface SeriesTitle {
  readonly title: string
  readonly year: number | null
}

export interface Folder extends Named {
  readonly path: string
  /** Null for the root folder of a library. */
  readonly parent: Folder | null
  readonly folders: Array<Folder>
  readonly videos: Array<VideoFile>
  /** Names of the files that are not videos, in lower case. */
  readonly others: Set<string>
  rawSeason?: SeasonFolder | null
  season?: SeasonFolder | null
  evidence?: string | null
  title?: SeriesTitle
  isHundreds?: boolean
  extras?: ExtraType | null
  /** For a copied disc, the number of the disc title that contains the movie. See `decide/disc.ts`. */
  mainTitle?: string
}

export interface Tree {
  readonly library: Library
  readonly folders: Map<string, Folder>
  readonly videos: Array<VideoFile>
}

const nothingKnown: Known = {}

const named = (raw: string, start: number): Named => {
  const segment = segmentOf(raw, start)
  const extension = extensionOf(raw)
  const hasExtension = extension !== "" && segment.text.toLowerCase().endsWith(`.${extension}`)
  const stem = hasExtension ? segment.text.slice(0, -extension.length - 1) : segment.text
  const tags = idTags(stem)
  return { segment, tags, text: tags.length === 0 ? stem : withoutTags(stem, tags) }
}

const folderNamed = (raw: string, start: number): Named => {
  const segment = segmentOf(raw, start)
  const tags = idTags(segment.text)
  return { segment, tags, text: tags.length === 0 ? segment.text : withoutTags(segment.text, tags) }
}

const lastSeparator = (path: string, isWindows: boolean, before: number): number => {
  const slash = path.lastIndexOf("/", before)
  return isWindows ? Math.max(slash, path.lastIndexOf("\\", before)) : slash
}

const emptyFolder = (path: string, name: Named, parent: Folder | null): Folder => ({
  path,
  ...name,
  parent,
  folders: [],
  videos: [],
  others: new Set()
})

/**
 * Maximum number of folder levels that are created above a file. Higher folders do not affect the file, and a path may
 * contain thousands of folders.
 */
const DEEPEST = 16

const withoutSeparators = (path: string, isWindows: boolean, end: number): number => {
  let at = end
  while (at > 0 && (path[at - 1] === "/" || (isWindows && path[at - 1] === "\\"))) at -= 1
  return at
}

const rootFolder = (tree: Tree, path: string, isWindows: boolean): Folder => {
  const known = tree.folders.get(path)
  if (known !== undefined) return known
  const name = lastSeparator(path, isWindows, path.length - 1) + 1
  const folder = emptyFolder(path, folderNamed(path.slice(name), name), null)
  tree.folders.set(path, folder)
  return folder
}

/** Returns the folder whose path ends at `dirEnd`. Creates the folder and the folders above it if necessary. */
const folderAt = (tree: Tree, path: string, dirEnd: number, root: number, isWindows: boolean): Folder => {
  const missing: Array<number> = []
  let end = withoutSeparators(path, isWindows, dirEnd)
  let folder = tree.folders.get(path.slice(0, end))
  while (folder === undefined && end >= root && end > 0 && missing.length < DEEPEST) {
    missing.push(end)
    const separator = lastSeparator(path, isWindows, end - 1)
    end = withoutSeparators(path, isWindows, Math.max(0, separator))
    folder = tree.folders.get(path.slice(0, end))
  }
  if (folder === undefined || end < root)
    folder = rootFolder(tree, path.slice(0, Math.max(0, root - 1)), isWindows)
  for (const next of missing.toReversed()) {
    const name = lastSeparator(path, isWindows, next - 1) + 1
    const child = emptyFolder(path.slice(0, next), folderNamed(path.slice(name, next), name), folder)
    folder.folders.push(child)
    tree.folders.set(child.path, child)
    folder = child
  }
  return folder
}

/** Adds a file. A path without a known extension counts as a video if `isVideo` is true. */
const add = (tree: Tree, path: string, isVideo: boolean): void => {
  const isWindows = isWindowsPath(path)
  const end = lastSeparator(path, isWindows, path.length - 1)
  const name = path.slice(end + 1)
  const folder = folderAt(tree, path, Math.max(0, end), belowRoot(path, tree.library.roots), isWindows)
  if (!isVideo) folder.others.add(name.toLowerCase())
  else {
    const file: VideoFile = {
      path,
      folder,
      ...named(name, end + 1),
      known: tree.library.known?.get(path) ?? nothingKnown
    }
    folder.videos.push(file)
    tree.videos.push(file)
  }
}

/**
 * Builds the folders and videos from a list of paths. `always` is a path that counts as a video regardless of its
 * extension.
 */
export const treeOf = (paths: Iterable<string>, library: Library, always?: string): Tree => {
  const tree: Tree = { library, folders: new Map(), videos: [] }
  const seen = new Set<string>()
  for (const path of paths) {
    if (path === "" || seen.has(path)) continue
    seen.add(path)
    add(tree, path, path === always || isVideoName(path))
  }
  return tree
}
