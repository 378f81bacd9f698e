import { decodeXml } from "@media/xml/DecodeXml"
import { isUtf8 } from "node:buffer"

/** Matches the `<meta>` element that declares the encoding of HTML pages. */
const META = /<meta\s[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i
const DECLARATION = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=/

/**
 * Decodes a page with the encoding that its `<meta>` element declares. Returns undefined if the page is valid UTF-8,
 * has an XML declaration of its encoding, or declares no known encoding.
 */
const decodedByMeta = (bytes: Uint8Array): string | undefined => {
  if (isUtf8(bytes)) return undefined
  const head = Buffer.from(bytes.subarray(0, 2_048)).toString("latin1")
  const charset = DECLARATION.test(head) ? undefined : META.exec(head)?.[1]
  try {
    const decoder = charset === undefined ? undefined : new TextDecoder(charset, { fatal: true })
    // If the declaration could be found by decoding the page as single bytes, the page cannot be UTF-16. Some pages
    // declare UTF-16 (also called `unicode`) nevertheless.
    return decoder?.encoding.startsWith("utf-16") === false ? decoder.decode(bytes) : undefined
  } catch {
    return undefined
  }
}

/**
 * Decodes a document or style sheet in its declared encoding. If that fails, decodes it as UTF-8 and replaces invalid
 * bytes.
 */
export const decodedText = (bytes: Uint8Array): string => {
  try {
    return decodedByMeta(bytes) ?? decodeXml(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
