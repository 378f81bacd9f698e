import { isUtf8 } from "node:buffer"

const hex = (byte: number): string => `\\x${byte.toString(16).padStart(2, "0")}`

/** The length of the character that begins here; 0 if there is no valid one. */
const characterLength = (bytes: Buffer, at: number): number => {
  const lead = bytes[at]!
  const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  return at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0
}

/**
 * Doubles backslashes in front of text that looks like an escaped byte, so that no name can imitate the bytes of
 * another.
 */
const doubled = (text: string, isBeforeByte: boolean): string => {
  const inside = text.replace(/\\+(?=x[0-9a-f]{2})/g, "$&$&")
  return isBeforeByte ? inside.replace(/\\+$/, "$&$&") : inside
}

/**
 * A path as text for people and the database; never open it. Bytes that are not UTF-8 are shown as `\xNN`, so different
 * names stay different. NUL cannot occur in paths and is dropped from other text.
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

/** The bytes of a path in this notation. */
export const pathBytesOf = (text: string): Buffer => {
  const parts: Array<Buffer> = []
  let from = 0
  for (const match of text.matchAll(/(\\+)x([0-9a-f]{2})/g)) {
    const slashes = match[1]!.length
    const plain = text.slice(from, match.index) + "\\".repeat(Math.floor(slashes / 2))
    parts.push(Buffer.from(plain))
    // An odd backslash begins a byte; only bytes outside ASCII are written this way.
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
