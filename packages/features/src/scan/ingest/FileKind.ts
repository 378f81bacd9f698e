import type { Contents } from "../../libraries/contract.ts"

const videoExtensions = [
  "mp4 m4v mkv mk3d mov qt webm avi divx wmv asf flv f4v ts m2ts mts m2t mpg mpeg mpe m1v m2v vob ogv ogm",
  "3gp 3g2 rm rmvb dv mxf amv wtv dvr-ms"
]
  .join(" ")
  .split(" ")

const extensions: Readonly<Record<Contents, ReadonlyArray<string>>> = {
  videos: videoExtensions,
  images: "jpg jpeg png webp gif avif heic heif bmp tif tiff".split(" "),
  audio: "mp3 flac wav ogg oga aac m4a m4b wma opus aiff aif alac ape wv".split(" "),
  books: "epub pdf cbz cbr".split(" ")
}

const kindByExtension = new Map(
  (Object.entries(extensions) as ReadonlyArray<[Contents, ReadonlyArray<string>]>).flatMap(([kind, list]) =>
    list.map((extension) => [extension, kind] as const)
  )
)

const partial = /\.(part|partial|crdownload|download|tmp|temp|!qb|aria2|unfinished)$|^\.incoming-/i
/** The names under which assets are written beside a video, and no others: a video may be called "Green-Card". */
const asset = /^(.+)-(?:preview\.mp4|(?:thumb|card|sprite)\.jpg)$/s

/** What else decides beside the name. */
export interface FileSurroundings {
  readonly contents: ReadonlyArray<string>
  /** Is there a file of this name in the same folder? */
  readonly hasSibling: (name: string) => boolean
  /** It stands for something already: another file beside it must not turn it into an asset of that. */
  readonly isKnown: boolean
}

export type FileKind =
  | {
      readonly _tag: "Media"
      readonly contents: Contents
      /** Names that mean several things; the first bytes decide. */
      readonly sniff?: "transport-stream" | "ogg"
    }
  | { readonly _tag: "Ignored"; readonly reason: string }

const ignored = (reason: string): FileKind => ({ _tag: "Ignored", reason })

/** "...And Justice for All" is a title: hidden is what begins with one dot. */
const isHidden = (name: string): boolean => /^\.[^.]/s.test(name) || name === "."

const isAssetOf = (name: string, hasSibling: (name: string) => boolean): boolean => {
  const stem = asset.exec(name)?.[1]
  return stem !== undefined && videoExtensions.some((extension) => hasSibling(`${stem}.${extension}`))
}

/** What a file is by its name, for a library that holds these contents. */
export const fileKindOf = (name: string, { contents, hasSibling, isKnown }: FileSurroundings): FileKind => {
  if (isHidden(name)) return ignored("Hidden file")
  if (partial.test(name)) return ignored("Unfinished download")
  if (!isKnown && isAssetOf(name, hasSibling)) return ignored("Generated thumbnail or preview")
  const extension = /\.([^.]+)$/s.exec(name)?.[1]?.toLowerCase()
  if (extension === undefined) return ignored("No file extension")
  if (extension === "ogg" && contents.includes("videos"))
    return { _tag: "Media", contents: "videos", sniff: "ogg" }
  const kind = kindByExtension.get(extension)
  if (kind === undefined) return ignored(`Files of type .${extension.slice(0, 20)} are not media`)
  if (!contents.includes(kind)) return ignored(`This library does not hold ${kind}`)
  return extension === "ts"
    ? { _tag: "Media", contents: kind, sniff: "transport-stream" }
    : { _tag: "Media", contents: kind }
}

const systemFolders = new Set([
  "@eadir",
  "#recycle",
  "$recycle.bin",
  "lost+found",
  "system volume information",
  "__macosx"
])

/** Why a folder of this name never holds what people collected; undefined when it may. */
export const skippedFolderReason = (name: string): string | undefined => {
  if (isHidden(name)) return "Hidden folder"
  return systemFolders.has(name.toLowerCase()) ? "Folder of the system, not of the collection" : undefined
}
