/** A range of bytes with inclusive positions, as in `Content-Range`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export type RangeAnswer =
  | { readonly _tag: "Full" }
  | { readonly _tag: "Part"; readonly range: ByteRange }
  | { readonly _tag: "Unsatisfiable" }

const full: RangeAnswer = { _tag: "Full" }

/**
 * Parses a `Range` header (RFC 9110 section 14): one range of bytes, which may be open or a suffix. Several ranges,
 * other units and invalid text get the entire file, which the RFC allows. A range that starts past the end is
 * unsatisfiable.
 */
export const parseRange = (header: string | undefined, size: number): RangeAnswer => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(" ", "") ?? "")
  if (match === null) return full
  const [, first = "", last = ""] = match
  if (first === "" && last === "") return full
  if (first === "") {
    const length = Number(last)
    if (length === 0 || size === 0) return { _tag: "Unsatisfiable" }
    return { _tag: "Part", range: { start: Math.max(0, size - length), end: size - 1 } }
  }
  const start = Number(first)
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== "" && Number(last) < start) return full
  return start >= size ? { _tag: "Unsatisfiable" } : { _tag: "Part", range: { start, end } }
}
