import type { Sniff } from "../../MediaKind.ts"
import * as registry from "../../generated/kinds.ts"
import { isHidden } from "@media/disk/FolderNames"

export type RegisteredKind = (typeof registry.kinds)[number]

/** A kind that claims the ending of a file. */
export interface Claim {
  readonly kind: RegisteredKind
  readonly sniff: Sniff | null
}

const kinds: ReadonlyArray<RegisteredKind> = registry.kinds

/** Claims that recognize the first bytes come first; the last one is the usual meaning of the extension. */
const claimsOf = (extension: string): ReadonlyArray<Claim> =>
  kinds
    .flatMap((kind) => {
      const sniff = Object.hasOwn(kind.extensions, extension) ? kind.extensions[extension] : undefined
      return sniff === undefined ? [] : [{ kind, sniff }]
    })
    // In a library that also contains books, a comic is a book.
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

/** Only next to its source: a video may be named "Green-Card". */
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

/** Tells whether a picture shows a video, a season or a series, judging by its name and the files in its folder. */
const isArtwork = (name: string, hasSibling: (name: string) => boolean, hasVideo: () => boolean): boolean => {
  const stem = ofVideo.exec(name)?.[1]
  if (stem !== undefined && videoEndings.some((ending) => hasSibling(`${stem}.${ending}`))) return true
  return ofFolder.test(name) && (hasSibling("tvshow.nfo") || hasVideo())
}

/** Other inputs of the decision besides the name. */
export interface FileSurroundings {
  /** The contents setting of the library. */
  readonly contents: ReadonlyArray<string>
  /** Tells whether the same folder contains a file with this name. */
  readonly hasSibling: (name: string) => boolean
  /** Tells whether the same folder contains a video. */
  readonly hasVideo: () => boolean
  /** The kind of the item at this path: it keeps its kind, and no other file turns it into an asset. */
  readonly knownKind: string | undefined
}

export type FileKind =
  /**
   * The possible claims, never empty. The first bytes of the file decide if there are several, or if a claim requires
   * it.
   */
  | { readonly _tag: "Media"; readonly claims: ReadonlyArray<Claim> }
  | { readonly _tag: "Ignored"; readonly reason: string }

const ignored = (reason: string): FileKind => ({ _tag: "Ignored", reason })

const subtitles = new Set(["srt", "vtt", "ass", "ssa"])

const notMedia = (extension: string): string => {
  if (extension === "nfo") return "Metadata: it describes the video, the season or the series next to it"
  if (subtitles.has(extension)) return "Subtitles: they belong to the video that their name begins with"
  return `Not a media file (.${extension.slice(0, 20)})`
}

/** The kind of a file according to its name, for a library with these contents. */
export const fileKindOf = (
  name: string,
  { contents, hasSibling, hasVideo, knownKind }: FileSurroundings
): FileKind => {
  if (isHidden(name)) return ignored("Hidden file")
  if (partial.test(name)) return ignored("Unfinished download")
  if (knownKind === undefined && isAsset(name, hasSibling)) return ignored("Generated thumbnail or preview")
  if (knownKind === undefined && contents.includes("videos") && isArtwork(name, hasSibling, hasVideo))
    return ignored("Artwork: it shows the video, the season or the series next to it")
  const extension = /\.([^.]+)$/s.exec(name)?.[1]?.toLowerCase()
  if (extension === undefined) return ignored("No file extension")
  const all = claimsByExtension.get(extension)
  if (all === undefined) return ignored(notMedia(extension))
  const possible = knownKind === undefined ? all : all.filter(({ kind }) => kind.kind === knownKind)
  if (possible.length === 0) return ignored(`It stood for an item of the kind ${knownKind}`)
  const claims = possible.filter(({ kind }) => contents.includes(kind.contents))
  return claims.length > 0
    ? { _tag: "Media", claims }
    : ignored(`This library does not hold ${possible.at(-1)!.kind.contents}`)
}
