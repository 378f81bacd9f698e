import { isUtf8 } from "node:buffer"

const hex = (byte: number): string => `\\x${byte.toString(16).padStart(2, "0")}`

/** Returns the length in bytes of the UTF-8 character at `at`, or 0 if no valid character begins there. */
const characterLength = (bytes: Buffer, at: number): number => {
  const lead = bytes[at]!
  const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  return at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0
}

/**
 * Doubles backslashes before text that looks like an escaped byte (`xNN`), so that two different names are never
 * displayed alike.
 */
const doubled = (text: string, isBeforeByte: boolean): string => {
  const inside = text.replace(/\\+(?=x[0-9a-f]{2})/g, "$&$&")
  return isBeforeByte ? inside.replace(/\\+$/, "$&$&") : inside
}

/**
 * Converts a path to text for display and for the database. Bytes that are not valid UTF-8 become `\xNN`, so that
 * different names stay different. The result is not a path that can be opened: use `pathBytesOf` to convert it back.
 * NUL is removed, because it cannot occur in paths.
 */
export const displayPath = (path: Buffer): string => {
  if (isUtf8(path)) return doubled(path.toString("utf8").replaceAll("\0", ""), false)
  let text = ""
  let valid = 0
  for (let at = 0; at < path.length;) {
    const length = characterLength(path, at)
    if (length > 0) {
      at += length
      continue
    }
    text += doubled(path.toString("utf8", valid, at), true) + hex(path[at]!)
    at += 1
    valid = at
  }
  return (text + doubled(path.toString("utf8", valid), false)).replaceAll("\0", "")
}

/** Converts the result of `displayPath` back to the bytes of the path. */
export const pathBytesOf = (text: string): Buffer => {
  const parts: Array<Buffer> = []
  let from = 0
  for (const match of text.matchAll(/(\\+)x([0-9a-f]{2})/g)) {
    const slashes = match[1]!.length
    const plain = text.slice(from, match.index) + "\\".repeat(Math.floor(slashes / 2))
    parts.push(Buffer.from(plain))
    // After an odd number of backslashes, `xNN` is an escaped byte. `displayPath` escapes only bytes outside ASCII, so
    // `xNN` below `x80` is not decoded.
    const byte = Number.parseInt(match[2]!, 16)
    const isByte = slashes % 2 === 1 && byte >= 0x80
    if (isByte) parts.push(Buffer.of(byte))
    else
      parts.push(
        Buffer.from(text.slice(match.index + slashes - (slashes % 2), match.index + match[0].length))
      )
    from = match.index + match[0].length
  }
  parts.push(Buffer.from(text.slice(from)))
  return Buffer.concat(parts)
}
