import { XmlRefused } from "./XmlErrors.ts"

const DECLARATION = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/

const startsWith = (bytes: Uint8Array, ...start: ReadonlyArray<number>): boolean =>
  start.every((byte, i) => bytes[i] === byte)

/**
 * Returns the encoding that is evident from the byte order mark or from the bytes of the first `<`. Returns undefined
 * if neither is conclusive.
 */
const visibleEncoding = (bytes: Uint8Array): string | undefined => {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return "utf-8"
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0x3c, 0)) return "utf-16le"
  if (startsWith(bytes, 0xfe, 0xff) || startsWith(bytes, 0, 0x3c)) return "utf-16be"
  return undefined
}

/**
 * Returns the encodings to try, in order. A declaration that could be read byte by byte cannot be in UTF-16, so a
 * declared "utf-16" means UTF-8. Some programs declare "utf-16" because their strings have that encoding in memory.
 */
const encodingsOf = (bytes: Uint8Array): ReadonlyArray<string> => {
  const visible = visibleEncoding(bytes)
  if (visible !== undefined) return [visible]
  const declared = DECLARATION.exec(Buffer.from(bytes.subarray(0, 400)).toString("latin1"))?.[1]
  return declared === undefined
    ? ["utf-8", "windows-1252"]
    : [/^utf-?16/i.test(declared) ? "utf-8" : declared]
}

const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"
/**
 * Decodes a control character as Windows-1252. Node.js 20 decodes Windows-1252 (also under the name Latin-1) as if its
 * bytes were Unicode code points.
 */
const inWindows1252 = (control: string): string => WINDOWS_1252[control.charCodeAt(0) - 0x80]!

const decodedBy = (encoding: string, bytes: Uint8Array): string | undefined => {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true })
    const text = decoder.decode(bytes)
    return decoder.encoding === "windows-1252" ? text.replace(/[\x80-\x9f]/g, inWindows1252) : text
  } catch {
    // The decoder throws a RangeError for an unknown name, and a TypeError for invalid bytes.
    return undefined
  }
}

/**
 * Decodes a document according to its byte order mark or declaration. If it has neither, tries UTF-8 and then
 * Windows-1252. Throws `XmlRefused`.
 */
export const decodeXml = (bytes: Uint8Array): string => {
  for (const encoding of encodingsOf(bytes)) {
    const text = decodedBy(encoding, bytes)
    if (text !== undefined) return text
  }
  throw new XmlRefused({ code: "encoding", reason: "The encoding of the XML document is unknown or wrong." })
}
