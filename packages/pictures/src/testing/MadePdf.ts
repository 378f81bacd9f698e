import { deflateSync } from "node:zlib"

/**
 * Creates a PDF file with these objects, numbered from 1. The first object is the catalog. `trailer` is added to the
 * trailer dictionary.
 */
export const madePdfOf = (objects: ReadonlyArray<Buffer | string>, trailer = ""): Buffer => {
  const parts: Array<Buffer> = [Buffer.from("%PDF-1.7\n")]
  let length = parts[0]!.length
  const offsets = objects.map((object, index) => {
    const offset = length
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object as string, "latin1"),
      Buffer.from("\nendobj\n")
    ])
    parts.push(part)
    length += part.length
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("")
  const count = objects.length + 1
  return Buffer.concat([
    ...parts,
    Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${table}`),
    Buffer.from(`trailer << /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`)
  ])
}

const stream = (dictionary: string, content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Filter /FlateDecode /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from("\nendstream")
  ])

interface MadePage {
  readonly content: Buffer | string
  readonly size?: string
  readonly resources?: string
  /** Entries that are added to the catalog. */
  readonly more?: string
}

/** Returns the first objects of a document with one page. Object 4 is its content. The caller may add object 5. */
export const onePage = ({ content, more = "", resources = "", size = "0 0 600 800" }: MadePage) => [
  `<< /Type /Catalog /Pages 2 0 R ${more} >>`,
  "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  `<< /Type /Page /Parent 2 0 R /MediaBox [${size}] /Contents 4 0 R /Resources << ${resources} >> >>`,
  stream("", deflateSync(content))
]

/** Creates a PDF with a drawing that draws itself twice. */
export const recursivePdf = (): Buffer =>
  madePdfOf([
    ...onePage({ content: "/F Do", resources: "/XObject << /F 5 0 R >>" }),
    stream(
      "/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /XObject << /F 5 0 R >> >>",
      deflateSync("/F Do /F Do")
    )
  ])

/** Creates a PDF of 0.2 MB whose page decompresses to 200 MiB, a path of 35 million operators. */
export const endlessPdf = (): Buffer => madePdfOf(onePage({ content: Buffer.alloc(200 * 2 ** 20, "0 0 m ") }))

/**
 * Creates a PDF of a few kilobytes that fills the whole page 300,000 times, which takes minutes of CPU time but little
 * memory.
 */
export const slowPdf = (): Buffer => {
  const fill = "0 0 m 600 800 l 600 0 l f "
  return madePdfOf(onePage({ content: Buffer.alloc(300_000 * fill.length, fill) }))
}

/** Creates a PDF with a black picture of `side` pixels per side. */
export const pictureInPdf = (side: number): Buffer =>
  madePdfOf([
    ...onePage({ content: "600 0 0 800 0 0 cm /I Do", resources: "/XObject << /I 5 0 R >>" }),
    stream(
      `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 8 /ColorSpace /DeviceGray`,
      deflateSync(Buffer.alloc(side * side))
    )
  ])
