/**
 * A request, parsed from the part of the URL path after `/hls/`. File names are built from the parsed numbers, so the
 * URL path itself never becomes part of a file path.
 */
export type HlsPath =
  | { readonly kind: "master" }
  | { readonly kind: "status" }
  | { readonly kind: "variant"; readonly height: number }
  | { readonly kind: "segment"; readonly height: number; readonly n: number }
  | { readonly kind: "trickplayVtt"; readonly height: number }
  | { readonly kind: "trickplayJpg"; readonly height: number; readonly sheet: number }

/**
 * Numbers have no sign and no leading zero. Heights have up to five digits, segments six, and sheets three. All other
 * paths are rejected.
 */
const HEIGHT = "([1-9][0-9]{0,4})"
const NUMBER = "(0|[1-9][0-9]{0,5})"
const VARIANT = new RegExp(`^${HEIGHT}p\\.m3u8$`)
const SEGMENT_IN_FOLDER = new RegExp(`^${HEIGHT}p/(?:${HEIGHT}p_)?${NUMBER}\\.ts$`)
const SEGMENT_FLAT = new RegExp(`^${HEIGHT}p_${NUMBER}\\.ts$`)
const TRICKPLAY = new RegExp(`^${HEIGHT}p_thumbnails(?:\\.(vtt)|(?:_(0|[1-9][0-9]{0,2}))?\\.jpg)$`)

/**
 * Parses a path. Returns `undefined` for any other path, such as one with `..`, percent escapes, NUL, or two different
 * heights.
 */
export const parseHlsPath = (tail: string): HlsPath | undefined => {
  if (tail === "master.m3u8") return { kind: "master" }
  if (tail === "status") return { kind: "status" }
  const variant = VARIANT.exec(tail)
  if (variant !== null) return { kind: "variant", height: Number(variant[1]) }
  const flat = SEGMENT_FLAT.exec(tail)
  if (flat !== null) return { kind: "segment", height: Number(flat[1]), n: Number(flat[2]) }
  const inFolder = SEGMENT_IN_FOLDER.exec(tail)
  if (inFolder !== null) {
    const [, height, inner, n] = inFolder
    if (inner !== undefined && inner !== height) return undefined
    return { kind: "segment", height: Number(height), n: Number(n) }
  }
  const trickplay = TRICKPLAY.exec(tail)
  if (trickplay === null) return undefined
  const height = Number(trickplay[1])
  // A path without a sheet number means the first sheet.
  return trickplay[2] === "vtt"
    ? { kind: "trickplayVtt", height }
    : { kind: "trickplayJpg", height, sheet: Number(trickplay[3] ?? 0) }
}
