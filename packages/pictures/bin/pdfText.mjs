// Reads the text of PDF documents for `pdf.mjs`: lines with their positions, and search matches.
import { findWords } from "../../kernel/bin/findWords.mjs"

/** Maximum number of characters per page. A newspaper page has 30,000. */
const MOST_LETTERS = 40_000
/** Time in milliseconds after which a search stops and returns the page to continue with, so that other requests do not wait too long. */
const MOST_MILLIS = 2_500
/** Maximum number of matches: one more than the caller returns, so that the caller detects that there are more. */
const MOST_MATCHES = 101
const AROUND = 60
/** Size of a page in both directions. Positions are fractions of this size. */
const WHOLE = 1_000_000

/** Character for a line break after a hyphen that is not part of the word. */
const HYPHEN = 2
const isBreak = (code) => code === 10 || code === 13

const onPage = (pdfium, document, number, use) => {
  const page = pdfium.FPDF_LoadPage(document, number)
  if (page === 0) throw new Error("page")
  const text = pdfium.FPDFText_LoadPage(page)
  try {
    return text === 0 ? undefined : use(page, text, Math.min(MOST_LETTERS, pdfium.FPDFText_CountChars(text)))
  } finally {
    if (text !== 0) pdfium.FPDFText_ClosePage(text)
    pdfium.FPDF_ClosePage(page)
  }
}

/** Returns the union of two boxes `[left, bottom, right, top]`, in points of the page. */
const around = (box, other) => [
  Math.min(box[0], other[0]),
  Math.min(box[1], other[1]),
  Math.max(box[2], other[2]),
  Math.max(box[3], other[3])
]

/**
 * Returns the lines of a page in document order, as `{text, x, y, width, height}`. The numbers are fractions of the
 * page and start at its top left.
 */
export const linesOn = (pdfium, document, number) => {
  const { wasmExports } = pdfium.pdfium
  const view = () => new DataView(pdfium.pdfium.HEAPU8.buffer)
  const buffer = wasmExports.malloc(32)
  try {
    const lines = onPage(pdfium, document, number, (page, text, count) => {
      const found = []
      let line
      const end = () => {
        if (line !== undefined && line.text.trim() !== "") found.push(placed(line, page))
        line = undefined
      }
      const onScreen = (x, y) => {
        pdfium.FPDF_PageToDevice(page, 0, 0, WHOLE, WHOLE, 0, x, y, buffer, buffer + 4)
        return [view().getInt32(buffer, true) / WHOLE, view().getInt32(buffer + 4, true) / WHOLE]
      }
      const placed = ({ box: [left, bottom, right, top], text }) => {
        const [[x1, y1], [x2, y2]] = [onScreen(left, top), onScreen(right, bottom)]
        const share = (value) => Math.min(1, Math.max(0, Math.round(value * 100_000) / 100_000))
        const [x, y] = [share(Math.min(x1, x2)), share(Math.min(y1, y2))]
        return {
          text: text.trim(),
          x,
          y,
          width: share(Math.max(x1, x2) - x),
          height: share(Math.max(y1, y2) - y)
        }
      }
      for (let at = 0; at < count; at++) {
        const code = pdfium.FPDFText_GetUnicode(text, at)
        if (isBreak(code)) {
          end()
          continue
        }
        const letter = code === HYPHEN ? "-" : code < 32 ? "" : String.fromCodePoint(Math.min(code, 0x10ffff))
        pdfium.FPDFText_GetCharBox(text, at, buffer, buffer + 8, buffer + 16, buffer + 24)
        const [left, right, bottom, top] = [0, 8, 16, 24].map((offset) =>
          view().getFloat64(buffer + offset, true)
        )
        const box = [left, bottom, right, top]
        // Text in adjacent columns becomes separate lines. Vertical text is split too.
        const height = line === undefined ? 0 : Math.max(1, line.box[3] - line.box[1])
        const isApart =
          line !== undefined &&
          right > left &&
          (left - line.box[2] > 2 * height ||
            line.box[0] - right > 2 * height ||
            Math.abs(bottom - line.last) > height)
        if (isApart) end()
        if (line === undefined) {
          if (letter.trim() === "") continue
          line = { text: letter, box, last: bottom }
        } else {
          line.text += letter
          if (right > left && top > bottom) {
            line.box = around(line.box, box)
            line.last = bottom
          }
        }
      }
      end()
      return found
    })
    return { lines: lines ?? [] }
  } finally {
    wasmExports.free(buffer)
  }
}

const textOn = (pdfium, document, number) => {
  const { wasmExports } = pdfium.pdfium
  return onPage(pdfium, document, number, (_page, text, count) => {
    if (count <= 0) return ""
    const buffer = wasmExports.malloc(2 * (count + 1))
    try {
      const written = pdfium.FPDFText_GetText(text, 0, count, buffer)
      const bytes = pdfium.pdfium.HEAPU8.slice(buffer, buffer + 2 * Math.max(0, written - 1))
      return new TextDecoder("utf-16le").decode(bytes)
    } finally {
      wasmExports.free(buffer)
    }
  })
}

/** Returns the text in one line, with hyphenated words joined. */
const plain = (text) =>
  text
    .replace(/\u0002\s*/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .normalize("NFC")

/**
 * Finds these words in the document from page `from` on. Returns `{matches: [{page, before, match, after}], next}`,
 * where `next` is the page to continue with, or null at the end.
 */
export const matchesOf = (pdfium, document, words, from) => {
  const until = Date.now() + MOST_MILLIS
  const pages = pdfium.FPDF_GetPageCount(document)
  const matches = []
  for (let page = from; page < pages; page++) {
    if (matches.length >= MOST_MATCHES || (page > from && Date.now() > until)) return { matches, next: page }
    // A page that cannot be read contains no words.
    const text = plain(tried(() => textOn(pdfium, document, page)) ?? "")
    for (const { end, start } of findWords(text, words, MOST_MATCHES - matches.length))
      matches.push({
        page,
        before: text.slice(Math.max(0, start - AROUND), start).toWellFormed(),
        match: text.slice(start, end).toWellFormed(),
        after: text.slice(end, end + AROUND).toWellFormed()
      })
  }
  return { matches, next: null }
}

const tried = (read) => {
  try {
    return read()
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error
    return undefined
  }
}
