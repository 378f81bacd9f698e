import { TextDecoder } from "node:util"

const MARKS: ReadonlyArray<readonly [ReadonlyArray<number>, string]> = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"]
]

/** Number of bytes of a page in which browsers search for its encoding. */
const LABEL_BYTES = 1_024
const LABEL = /<meta[^>]{0,500}charset\s*=\s*["']?\s*([\w:.-]+)/i

const decoderOf = (label: string | undefined): TextDecoder | undefined => {
  try {
    return label === undefined ? undefined : new TextDecoder(label)
  } catch {
    return undefined
  }
}

/**
 * Decodes a response with the encoding of its byte order mark, its `Content-Type` or its `meta` element, or else as
 * UTF-8.
 */
export const decodeText = (bytes: Uint8Array, contentType: string | undefined): string => {
  const mark = MARKS.find(([prefix]) => prefix.every((byte, at) => bytes[at] === byte))?.[1]
  const sent = /charset\s*=\s*"?\s*([\w:.-]+)/i.exec(contentType ?? "")?.[1]
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, LABEL_BYTES))
  const written = LABEL.exec(head)?.[1]
  // The beginning was readable as ASCII, so the page is not in UTF-16, even if it declares UTF-16.
  const named = /^utf-?16/i.test(written ?? "") ? "utf-8" : written
  const decoder = decoderOf(mark) ?? decoderOf(sent) ?? decoderOf(named) ?? new TextDecoder()
  return decoder.decode(bytes)
}
