import { decodeXml } from "@media/xml/DecodeXml"
import { isUtf8 } from "node:buffer"

/** Pages from before XML declare it in an element of their head. */
const META = /<meta\s[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i
const DECLARATION = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=/

/** Undefined if a page is UTF-8, or declares nothing that we know. */
const decodedByMeta = (bytes: Uint8Array): string | undefined => {
  if (isUtf8(bytes)) return undefined
  const head = Buffer.from(bytes.subarray(0, 2_048)).toString("latin1")
  const charset = DECLARATION.test(head) ? undefined : META.exec(head)?.[1]
  try {
    const decoder = charset === undefined ? undefined : new TextDecoder(charset, { fatal: true })
    // A page in which the declaration was readable byte by byte is not UTF-16, whatever it says (`unicode` means the
    // same).
    return decoder?.encoding.startsWith("utf-16") === false ? decoder.decode(bytes) : undefined
  } catch {
    return undefined
  }
}

/** Decodes a document or style sheet of any encoding; if that is unknown, invalid characters are replaced. */
export const decodedText = (bytes: Uint8Array): string => {
  try {
    return decodedByMeta(bytes) ?? decodeXml(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
