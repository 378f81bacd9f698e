import type { Contents } from "../contract.ts"

const extensions: Readonly<Record<Contents, ReadonlyArray<string>>> = {
  videos: "mp4 m4v mkv mov webm avi wmv flv ts m2ts mts mpg mpeg ogv 3gp".split(" "),
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
const generated = /[-._](preview|thumb|sprite|trickplay|card)\.[a-z0-9]+$/i

export type FileKind =
  | { readonly _tag: "Media"; readonly contents: Contents }
  | { readonly _tag: "Ignored"; readonly reason: string }

/** What a file is by its name alone, for a library that holds these contents. */
export const fileKindOf = (name: string, contents: ReadonlyArray<string>): FileKind => {
  if (name.startsWith(".")) return { _tag: "Ignored", reason: "Hidden file" }
  if (partial.test(name)) return { _tag: "Ignored", reason: "Unfinished download" }
  if (generated.test(name)) return { _tag: "Ignored", reason: "Generated picture or preview" }
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  if (extension === undefined) return { _tag: "Ignored", reason: "No file extension" }
  const kind = kindByExtension.get(extension)
  if (kind === undefined)
    return { _tag: "Ignored", reason: `Files of type .${extension.slice(0, 20)} are not media` }
  return contents.includes(kind)
    ? { _tag: "Media", contents: kind }
    : { _tag: "Ignored", reason: `This library does not hold ${kind}` }
}

const junk = new Set([
  "@eadir",
  "#recycle",
  "$recycle.bin",
  "lost+found",
  "system volume information",
  "__macosx"
])

/** Folders that never hold what people collected. */
export const isSkippedFolder = (name: string): boolean => name.startsWith(".") || junk.has(name.toLowerCase())
