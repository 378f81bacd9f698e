// Decodes text whose encoding is unknown. ID3 declares Latin-1 and WAV declares no encoding, but programs write UTF-8
// or their system's encoding. Text that other readers show as "Ãëàâà" is decoded again here if another encoding is
// nearly certain.

const windows = new TextDecoder("windows-1252")
const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [windows.decode(Uint8Array.of(byte)), byte]))

/** Returns the bytes that were decoded as Latin-1 or Windows-1252. Undefined if the text has other characters. */
const bytesOf = (text) => {
  const bytes = Array.from(text, (letter) => byteOf.get(letter) ?? letter.codePointAt(0))
  return bytes.every((byte) => byte < 256) ? Uint8Array.from(bytes) : undefined
}

const decoded = (coding, bytes) => {
  try {
    return new TextDecoder(coding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Matches text that may be Russian, whose words consist only of these letters. Western words contain a few of these
 * letters among ASCII letters.
 */
const ONLY_CYRILLIC = /^[\0-\x7f\x85\x91-\x97\xa0\xa8\xab\xb8\xb9\xbb\xc0-\xff]*$/
const CYRILLIC_WORD = /[\xc0-\xff]{4}/
const MIXED_WORD = /[a-z][\xa8\xb8\xc0-\xff]|[\xa8\xb8\xc0-\xff][a-z]/i
/** Matches the two bytes of a hiragana or full-width katakana letter. */
const KANA = /\x82[\x9f-\xf1]|\x83[\x40-\x96]/
const ONLY_HANZI = /^(?:[\0-\x7f]|[\xb0-\xf7][\xa1-\xfe])+$/
const TWO_HANZI = /(?:[\xb0-\xf7][\xa1-\xfe]){2}/

/** Guesses one encoding for all text of a tag, because a single short name would be ambiguous. */
const codingOf = (text) => {
  if (ONLY_CYRILLIC.test(text) && CYRILLIC_WORD.test(text) && !MIXED_WORD.test(text)) return "windows-1251"
  if (KANA.test(text)) return "shift_jis"
  return ONLY_HANZI.test(text) && TWO_HANZI.test(text) ? "gb18030" : undefined
}

const isAscii = (text) => !/[^\0-\x7f]/.test(text)

/** Returns the decoding function for the text of one tag. */
export const readerOf = (texts) => {
  const odd = texts.filter((text) => !isAscii(text))
  if (odd.length === 0) return (text) => text
  const bytes = odd.map(bytesOf).filter((each) => each !== undefined && decoded("utf-8", each) === undefined)
  const coding = codingOf(bytes.map((each) => Buffer.from(each).toString("latin1")).join("\n"))
  return (text) => {
    const own = isAscii(text) ? undefined : bytesOf(text)
    if (own === undefined) return text
    return decoded("utf-8", own) ?? (coding === undefined ? undefined : decoded(coding, own)) ?? text
  }
}
