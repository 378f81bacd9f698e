import { plainText } from "@media/kernel/PlainText"
import { type ExtraField, getFileNameLowLevel } from "yauzl"

/** Maximum length of a display name in characters. */
const LONGEST_NAME = 500

const SAYS_UTF8 = 0x800
const UNICODE_PATH = 0x7075

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
const japanese = new TextDecoder("shift_jis", { fatal: true })
const chinese = new TextDecoder("gb18030", { fatal: true })
const cyrillic = new TextDecoder("ibm866")

const decoded = (decoder: typeof cyrillic, raw: Buffer): string | undefined => {
  try {
    return decoder.decode(raw)
  } catch {
    return undefined
  }
}

/**
 * Matches a pair of bytes that encodes hiragana or katakana in Shift JIS. The bytes of Western letters do not form such
 * pairs.
 */
const KANA = /[\x82][\x9f-\xf1]|\x83[\x40-\x96]/
const ONLY_HANZI = /^(?:[\0-\x7f]|[\xb0-\xf7][\xa1-\xfe])+$/
const TWO_HANZI = /(?:[\xb0-\xf7][\xa1-\xfe]){2}/
/**
 * Matches names that contain only ASCII and the Cyrillic letters of code page 866. `CYRILLIC_WORD` also requires four
 * such letters in a row, because Western names have only an occasional accented letter in this range.
 */
const ONLY_CYRILLIC = /^[\0-\x7f\x80-\xaf\xe0-\xf1]+$/
const CYRILLIC_WORD = /[\x80-\xaf\xe0-\xf1]{4}/

/**
 * Guesses the encoding of a name that does not declare its encoding, and decodes the name. Many programs write UTF-8
 * without declaring it, and others use the legacy encoding of their system. Returns undefined if the name should be
 * decoded with code page 437, the default of the ZIP format.
 */
const guessed = (raw: Buffer): string | undefined => {
  const text = decoded(utf8, raw)
  if (text !== undefined) return text
  const bytes = raw.toString("latin1")
  if (ONLY_HANZI.test(bytes) && TWO_HANZI.test(bytes)) return decoded(chinese, raw)
  if (ONLY_CYRILLIC.test(bytes) && CYRILLIC_WORD.test(bytes) && !KANA.test(bytes)) return cyrillic.decode(raw)
  return KANA.test(bytes) ? decoded(japanese, raw) : undefined
}

const isAscii = (raw: Buffer): boolean => raw.every((byte) => byte < 0x80)

/**
 * Decodes the stored name of an entry. Guesses the encoding unless the UTF-8 flag or the Info-ZIP Unicode field
 * declares it.
 */
export const decodeName = (flags: number, raw: Buffer, extra: ReadonlyArray<ExtraField>): string => {
  if (isAscii(raw) && extra.every(({ id }) => id !== UNICODE_PATH)) return raw.toString("latin1")
  const known = getFileNameLowLevel(flags, raw, [...extra], true)
  if ((flags & SAYS_UTF8) !== 0 || known !== getFileNameLowLevel(flags, raw, [], true)) return known
  return guessed(raw) ?? known
}

/**
 * Returns a name that is safe to display for a key. The result is not a path and cannot be used to look up the entry.
 */
export const nameOf = (key: string): string => {
  const steps = key
    .slice(0, 4 * LONGEST_NAME)
    .replace(/^[a-z]:/i, "")
    .split(/[\\/]/)
    .map((step) => plainText(step).trim())
    .filter((step) => step !== "" && step !== "." && step !== "..")
  const name = steps.join("/")
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1)}…`.toWellFormed()
}

const JUNK = /(^|[\\/])(__MACOSX([\\/]|$)|\._[^\\/]*$|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i

export const isJunkKey = (key: string): boolean => JUNK.test(key)
