import { analyse } from "chardet"

/** The likely code page of ambiguous bytes, keyed by language. */
const pageOfLanguage: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["ru", "uk", "bg", "sr", "mk", "be"].map((language) => [language, "windows-1251"])),
  ...Object.fromEntries(
    ["pl", "cs", "sk", "hu", "ro", "hr", "sl", "bs", "sq"].map((language) => [language, "windows-1250"])
  ),
  el: "windows-1253",
  tr: "windows-1254",
  he: "windows-1255",
  ar: "windows-1256",
  fa: "windows-1256",
  et: "windows-1257",
  lt: "windows-1257",
  lv: "windows-1257",
  vi: "windows-1258",
  th: "windows-874"
}

/** The number of bytes that are passed to the detector. This is enough for its statistics, and takes at most 30 ms. */
const SAMPLE = 64 * 1024

/**
 * Returns the lines with non-ASCII bytes. Other lines do not reveal the code page, and most lines contain only times.
 */
const telling = (bytes: Buffer): Buffer => {
  const lines: Array<Buffer> = []
  let size = 0
  for (let from = 0; from < bytes.length && size < SAMPLE;) {
    const newline = bytes.indexOf(10, from)
    const end = newline < 0 ? bytes.length : newline + 1
    const line = bytes.subarray(from, Math.min(end, from + 2_000))
    if (line.some((byte) => byte >= 0x80)) {
      lines.push(line)
      size += line.length
    }
    from = end
  }
  return Buffer.concat(lines)
}

/** Detects UTF-16 without a byte order mark. Text with two bytes per character often has a zero in every other byte. */
const utf16Of = (bytes: Buffer): string | undefined => {
  const head = bytes.subarray(0, 4_096)
  let even = 0
  let odd = 0
  for (let n = 0; n + 1 < head.length; n += 2) {
    if (head[n] === 0) even += 1
    if (head[n + 1] === 0) odd += 1
  }
  const many = head.length / 2 / 4
  if (odd > many && even === 0) return "utf-16le"
  return even > many && odd === 0 ? "utf-16be" : undefined
}

const isManyByte = (name: string): boolean => /^(?:shift_jis|big5|euc|gb|iso-2022)/i.test(name)

const legacyOf = (bytes: Buffer, language: string | null): string => {
  const sample = telling(bytes)
  const [best] = analyse(sample)
  const hint = language === null ? undefined : pageOfLanguage[language.split("-")[0]!]
  if (best !== undefined && isManyByte(best.name) && best.confidence >= 10)
    return best.name.toLowerCase().startsWith("gb") ? "gb18030" : best.name
  if (hint !== undefined) return hint
  // The language does not suggest a code page, so use the result of the detector. It can distinguish KOI8-R from the
  // Windows code pages by letter frequency. ISO-8859-1 needs no special case, because `TextDecoder` treats it as
  // windows-1252.
  return best === undefined || best.confidence < 10 ? "windows-1252" : best.name
}

const decoderOf = (label: string): InstanceType<typeof TextDecoder> => {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder("windows-1252")
  }
}

/**
 * The characters of windows-1252 at 0x80 to 0x9f. Node 20 and 22 decode windows-1252 as ISO-8859-1, which has control
 * characters at these positions.
 */
const WINDOWS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"
const asWindows = (text: string): string =>
  // eslint-disable-next-line no-control-regex
  text.replace(/[\u0080-\u009f]/g, (letter) => WINDOWS[letter.charCodeAt(0) - 0x80]!)

/**
 * The maximum number of invalid UTF-8 sequences per valid non-ASCII character. Text in a legacy code page exceeds this,
 * because hardly any of its non-ASCII bytes are valid UTF-8.
 */
const MOST_BROKEN = 0.05

/**
 * Decodes slightly damaged UTF-8, such as text with a truncated last character. Only the damaged characters are lost.
 * Undefined if the text contains too many errors to be UTF-8.
 */
const brokenUtf8 = (bytes: Buffer): string | undefined => {
  const text = new TextDecoder("utf-8").decode(bytes)
  let broken = 0
  let whole = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd) broken += 1
    else if (code >= 0x80) whole += 1
  }
  return broken <= whole * MOST_BROKEN ? text : undefined
}

/**
 * Decodes a file of unknown encoding. Uses the first encoding that applies:
 * - the encoding that the first bytes declare
 * - UTF-8, if the bytes are valid or nearly valid
 * - the code page that letter statistics suggest
 *
 * The `language` from the file name decides ambiguous cases.
 */
export const decodeText = (
  bytes: Buffer,
  language: string | null
): { readonly text: string; readonly encoding: string } => {
  const declared =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? "utf-16le"
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? "utf-16be"
        : utf16Of(bytes)
  if (declared !== undefined) return { text: new TextDecoder(declared).decode(bytes), encoding: declared }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8" }
  } catch {
    const utf8 = brokenUtf8(bytes)
    if (utf8 !== undefined) return { text: utf8, encoding: "utf-8" }
    const decoder = decoderOf(legacyOf(bytes, language))
    const text = decoder.decode(bytes)
    const { encoding } = decoder
    return { text: encoding === "windows-1252" ? asWindows(text) : text, encoding }
  }
}
