import { decodeXml } from "@media/xml/DecodeXml"

/** The text of a document or a style sheet, whatever its encoding; where that cannot be told, signs that are wrong are replaced. */
export const decodedText = (bytes: Uint8Array): string => {
  try {
    return decodeXml(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
