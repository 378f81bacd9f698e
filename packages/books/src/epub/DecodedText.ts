import { decodeXml } from "@media/xml/DecodeXml"
import { isUtf8 } from "node:buffer"

/** Matches the element in the head that declares the encoding of pages from before XML. */
const META = /<meta\s[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i
const DECLARATION = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=/

/** Decodes a page with its declared encoding. Returns undefined for UTF-8, and if no known encoding is declared. */
const decodedByMeta = (bytes: Uint8Array): string | undefined => {
  if (isUtf8(bytes)) return undefined
  const head = Buffer.from(bytes.subarray(0, 2_048)).toString("latin1")
  const charset = DECLARATION.test(head) ? undefined : META.exec(head)?.[1]
  try {
    const decoder = charset === undefined ? undefined : new TextDecoder(charset, { fatal: true })
    // The declaration was readable byte by byte, so the page is not UTF-16, even if it declares UTF-16 (also called
    // `unicode`).
    return decoder?.encoding.startsWith("utf-16") === false ? decoder.decode(bytes) : undefined
  } catch {
    return undefined
  }
}

/** Decodes a document or style sheet in any encoding. If it is unknown, decodes UTF-8 and replaces invalid bytes. */
export const decodedText = (bytes: Uint8Array): string => {
  try {
    return decodedByMeta(bytes) ?? decodeXml(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
