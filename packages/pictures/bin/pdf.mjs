// Reads and renders untrusted PDF documents, one request after another, in a separate process that may crash. This file
// is started like `decode.mjs` and has a similar protocol. PDFium runs as WebAssembly, so even a malicious document
// cannot access files or other memory.
//
// A request is a line of JSON with the path of a document. Pages are numbered from 0. The responses are:
// - to `{"path", "page", "longest"}`: `{"width", "height"}`, followed by width * height * 3 bytes, the page in RGB, at
//   most `longest` pixels wide
// - to `{"path", "facts": true}`: `{"json": n}`, followed by n bytes, the document's metadata
// - to `{"path", "page", "text": true}`: likewise, the lines of a page
// - to `{"path", "page", "find"}`: likewise, the matches of the words from that page on
// - to a failed request: `{"error"}`
import { init } from "@embedpdf/pdfium"
import { linesOn, matchesOf } from "./pdfText.mjs"
import { xmpIn } from "./xmp.mjs"
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs"
import { fileURLToPath } from "node:url"

const [, , mostSide] = process.argv.map(Number)

const pdfium = await init({
  wasmBinary: readFileSync(fileURLToPath(import.meta.resolve("@embedpdf/pdfium/pdfium.wasm")))
})
pdfium.PDFiumExt_Init()
const { wasmExports, UTF16ToString } = pdfium.pdfium
/** Returns the memory of PDFium. Do not keep the result, because the memory moves when it grows. */
const memory = () => pdfium.pdfium.HEAPU8

const ERRORS = ["", "unknown", "file", "damaged", "encrypted", "encrypted", "page"]

/** Provides bytes to `FPDF_LoadCustomDocument`, so that a document is never in memory as a whole. */
let open
const readBlock = pdfium.pdfium.addFunction((_param, position, buffer, size) => {
  try {
    const bytes = Buffer.alloc(size)
    let done = 0
    while (done < size) {
      const more = readSync(open.descriptor, bytes, done, size - done, (position >>> 0) + done)
      if (more === 0) return 0
      done += more
    }
    memory().set(bytes, buffer)
    return 1
  } catch {
    return 0
  }
}, "iiiii")

const close = () => {
  if (open === undefined) return
  if (open.document !== 0) pdfium.FPDF_CloseDocument(open.document)
  wasmExports.free(open.access)
  closeSync(open.descriptor)
  open = undefined
}

/** Opens the document at this path. The document stays open for the next request. */
const documentAt = (path) => {
  const descriptor = openSync(path, "r")
  const { ino, mtimeMs, size } = fstatSync(descriptor)
  const stamp = `${ino} ${mtimeMs} ${size}`
  if (open?.stamp === stamp) {
    closeSync(descriptor)
    return open.document
  }
  close()
  if (size >= 2 ** 32) {
    closeSync(descriptor)
    throw new Error("too-large")
  }
  const access = wasmExports.malloc(12)
  open = { access, descriptor, document: 0, stamp }
  new DataView(memory().buffer).setUint32(access, size, true)
  new DataView(memory().buffer).setUint32(access + 4, readBlock, true)
  new DataView(memory().buffer).setUint32(access + 8, 0, true)
  open.document = pdfium.FPDF_LoadCustomDocument(access, "")
  if (open.document === 0) {
    const code = ERRORS[pdfium.FPDF_GetLastError()] || "damaged"
    close()
    throw new Error(code)
  }
  return open.document
}

const MOST_TEXT_BYTES = 8_000
const textOf = (document, name) => {
  const size = Math.min(pdfium.FPDF_GetMetaText(document, name, 0, 0), MOST_TEXT_BYTES)
  if (size <= 2) return ""
  const buffer = wasmExports.malloc(MOST_TEXT_BYTES + 2)
  memory().fill(0, buffer, buffer + MOST_TEXT_BYTES + 2)
  pdfium.FPDF_GetMetaText(document, name, buffer, MOST_TEXT_BYTES)
  const text = UTF16ToString(buffer)
  wasmExports.free(buffer)
  return text
}

const factsOf = (document) => {
  const pages = pdfium.FPDF_GetPageCount(document)
  if (pages < 1) throw new Error("damaged")
  const [title, author, subject] = ["Title", "Author", "Subject"].map((name) => textOf(document, name))
  return { pages, title, author, subject, xmp: xmpIn(open.descriptor), isRightToLeft: isFromRight(document) }
}

/** Reads `Direction` from the viewer preferences. */
const isFromRight = (document) => {
  const buffer = wasmExports.malloc(8)
  memory().fill(0, buffer, buffer + 8)
  pdfium.FPDF_VIEWERREF_GetName(document, "Direction", buffer, 8)
  const value = Buffer.from(memory().subarray(buffer, buffer + 8)).toString("latin1")
  wasmExports.free(buffer)
  return value.startsWith("R2L")
}

const WHITE = 0xffffffff
/** Flags that draw annotations too, and write the colors in RGB order. */
const FLAGS = 0x01 | 0x10

const draw = (document, number, width) => {
  const page = pdfium.FPDF_LoadPage(document, number)
  if (page === 0) throw new Error("page")
  try {
    const [pageWidth, pageHeight] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
    if (!(pageWidth > 0 && pageHeight > 0)) throw new Error("page")
    const scale = Math.min(width / pageWidth, mostSide / pageWidth, mostSide / pageHeight)
    const side = (points) => Math.max(1, Math.min(mostSide, Math.round(points * scale)))
    const [columns, rows] = [side(pageWidth), side(pageHeight)]
    const bitmap = pdfium.FPDFBitmap_Create(columns, rows, 0)
    if (bitmap === 0) throw new Error("memory")
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, WHITE)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, FLAGS)
    const stride = pdfium.FPDFBitmap_GetStride(bitmap)
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
    const source = memory()
    const data = Buffer.allocUnsafe(columns * rows * 3)
    for (let row = 0, to = 0; row < rows; row++)
      for (let from = start + row * stride, end = from + columns * 4; from < end; from += 4, to += 3) {
        data[to] = source[from]
        data[to + 1] = source[from + 1]
        data[to + 2] = source[from + 2]
      }
    pdfium.FPDFBitmap_Destroy(bitmap)
    return { width: columns, height: rows, data }
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

const answer = (head, body) => {
  process.stdout.write(`${JSON.stringify(head)}\n`)
  if (body !== undefined) process.stdout.write(body)
}

const tell = (value) => {
  const body = Buffer.from(JSON.stringify(value))
  answer({ json: body.length }, body)
}

const respond = ({ facts = false, find, longest, page = 0, path, text = false }) => {
  try {
    const document = documentAt(Buffer.from(path, "latin1"))
    if (facts) return tell(factsOf(document))
    if (text) return tell(linesOn(pdfium, document, page))
    if (find !== undefined) return tell(matchesOf(pdfium, document, find, page))
    const { data, height, width } = draw(document, page, longest)
    answer({ width, height }, data)
  } catch (error) {
    // If PDFium runs out of memory, its state is unknown, so a new process replaces this process. The error is reported
    // first, because otherwise the caller would repeat the request.
    if (error instanceof WebAssembly.RuntimeError) {
      answer({ error: "memory", head: "" })
      process.exit(1)
    }
    answer({ error: String(error?.message ?? error).slice(-200), head: "" })
  }
}

let text = ""
process.stdin.setEncoding("utf8")
for await (const chunk of process.stdin) {
  const lines = (text + chunk).split("\n")
  text = lines.pop()
  for (const line of lines) respond(JSON.parse(line))
}
