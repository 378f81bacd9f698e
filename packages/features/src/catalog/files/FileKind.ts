import type { Sniff } from "../../MediaKind.ts"
import * as registry from "../../generated/kinds.ts"
import { isHidden } from "@media/disk/FolderNames"

export type RegisteredKind = (typeof registry.kinds)[number]

/** A kind that claims a file extension, with its check of the first bytes, if any. */
export interface Claim {
  readonly kind: RegisteredKind
  readonly sniff: Sniff | null
}

const kinds: ReadonlyArray<RegisteredKind> = registry.kinds

/**
 * Returns the kinds that claim an extension. Claims that can recognize the first bytes of a file come first. The last
 * claim is the default for the extension.
 */
const claimsOf = (extension: string): ReadonlyArray<Claim> =>
  kinds
    .flatMap((kind) => {
      const sniff = Object.hasOwn(kind.extensions, extension) ? kind.extensions[extension] : undefined
      return sniff === undefined ? [] : [{ kind, sniff }]
    })
    // If the content does not determine the kind, the last claim wins. Kinds with groups therefore come first, so that
    // an archive is a book (a comic) in a library with books.
    .sort(
      (a, b) =>
        Number(b.sniff?.recognizes === true) - Number(a.sniff?.recognizes === true) ||
        Number(b.kind.groups !== undefined) - Number(a.kind.groups !== undefined)
    )

const claimsByExtension = new Map<string, ReadonlyArray<Claim>>(
  kinds
    .flatMap(({ extensions }) => Object.keys(extensions))
    .map((extension) => [extension, claimsOf(extension)])
)

const partial = /\.(part|partial|crdownload|download|tmp|temp|!qb|aria2|unfinished)$|^\.incoming-/i

const assets = kinds.flatMap(({ assetSuffixes = [], extensions }) =>
  assetSuffixes.map((suffix) => ({ suffix, extensions: Object.keys(extensions) }))
)

/**
 * True if the file is a generated picture or preview. The source file must be in the same folder, because the name of a
 * real video may end in the same suffix ("Green-Card").
 */
const isAsset = (name: string, hasSibling: (name: string) => boolean): boolean =>
  assets.some(({ extensions, suffix }) => {
    if (!name.endsWith(suffix) || name.length === suffix.length) return false
    const stem = name.slice(0, -suffix.length)
    return extensions.some((extension) => hasSibling(`${stem}.${extension}`))
  })

const videoEndings = Object.keys(kinds.find(({ kind }) => kind === "video")?.extensions ?? {})
const videoPattern = new RegExp(`\\.(?:${videoEndings.join("|")})$`, "i")
export const isVideoName = (name: string): boolean => videoPattern.test(name)

const ofFolder =
  /^(?:poster|folder|cover|movie|show|(?:fanart|backdrop|background)[-_ ]?\d{0,3}|logo|clearlogo|banner|landscape|thumb|season(?:\d{1,4}|-specials|-all)-(?:poster|banner|fanart|landscape|thumb))\.(?:jpe?g|png|webp|avif)$/i
const ofVideo =
  /^(.+)-(?:poster|fanart|backdrop|thumb|landscape|banner|logo|clearlogo)\d{0,3}\.(?:jpe?g|png|webp|avif)$/is

/** True if a picture shows a video, season or series, judging by its name and the files in its folder. */
const isArtwork = (name: string, hasSibling: (name: string) => boolean, hasVideo: () => boolean): boolean => {
  const stem = ofVideo.exec(name)?.[1]
  if (stem !== undefined && videoEndings.some((ending) => hasSibling(`${stem}.${ending}`))) return true
  return ofFolder.test(name) && (hasSibling("tvshow.nfo") || hasVideo())
}

/** Information besides the name that determines the kind of a file. */
export interface FileSurroundings {
  /** The contents setting of the library. */
  readonly contents: ReadonlyArray<string>
  /** True if the same folder contains a file with this name. */
  readonly hasSibling: (name: string) => boolean
  /** True if the same folder contains a video. */
  readonly hasVideo: () => boolean
  /**
   * The kind of the item at this path, if the path has an item. The item keeps its kind, and is never treated as a
   * generated asset of another file.
   */
  readonly knownKind: string | undefined
}

export type FileKind =
  /**
   * The possible claims, never empty. If there are several claims, or if a claim must check the content, the first
   * bytes of the file decide.
   */
  | { readonly _tag: "Media"; readonly claims: ReadonlyArray<Claim> }
  | { readonly _tag: "Ignored"; readonly reason: string }

const ignored = (reason: string): FileKind => ({ _tag: "Ignored", reason })

const subtitles = new Set(["srt", "vtt", "ass", "ssa"])

const notMedia = (extension: string): string => {
  if (extension === "nfo") return "Metadata of the video, season or series next to it"
  if (subtitles.has(extension)) return "Subtitles for the video with the matching name"
  return `Not a media file (.${extension.slice(0, 20)})`
}

/**
 * Determines the kind of a file from its name, its folder and the contents setting of the library. Reads no content.
 */
export const fileKindOf = (
  name: string,
  { contents, hasSibling, hasVideo, knownKind }: FileSurroundings
): FileKind => {
  if (isHidden(name)) return ignored("Hidden file")
  if (partial.test(name)) return ignored("Unfinished download")
  if (knownKind === undefined && isAsset(name, hasSibling)) return ignored("Generated thumbnail or preview")
  if (knownKind === undefined && contents.includes("videos") && isArtwork(name, hasSibling, hasVideo))
    return ignored("Artwork of the video, season or series next to it")
  const extension = /\.([^.]+)$/s.exec(name)?.[1]?.toLowerCase()
  if (extension === undefined) return ignored("No file extension")
  const all = claimsByExtension.get(extension)
  if (all === undefined) return ignored(notMedia(extension))
  const possible = knownKind === undefined ? all : all.filter(({ kind }) => kind.kind === knownKind)
  if (possible.length === 0) return ignored(`The item at this path is of a different kind (${knownKind})`)
  const claims = possible.filter(({ kind }) => contents.includes(kind.contents))
  return claims.length > 0
    ? { _tag: "Media", claims }
    : ignored(`This library does not contain ${possible.at(-1)!.kind.contents}`)
}
