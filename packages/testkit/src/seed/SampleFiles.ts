import * as Effect from "effect/Effect"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { ffmpeg } from "../media/OddMedia.ts"
import { realMediaTools } from "../media/MediaRuntime.ts"
import { zip } from "./Zip.ts"

const run = (...args: ReadonlyArray<string>): Promise<Buffer> =>
  Effect.runPromise(ffmpeg(...args).pipe(Effect.provide(realMediaTools), Effect.orDie))

const make = async (path: string, ...args: ReadonlyArray<string>): Promise<void> => {
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  await run(...args, path)
}

const write = (path: string, content: Buffer | string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

const photos = [
  "Harbour at Dawn",
  "Winter Orchard",
  "The Old Signal",
  "Canyon",
  "Letters on a Table",
  "Lantern"
]
const songs = ["01 First Light", "02 Northern Line", "03 Paper Boats", "04 Quiet Hours"]

/** Creates six photos, alternately in landscape and portrait format, and a damaged image. */
export const putImages = async (folder: string): Promise<void> => {
  for (const [index, name] of photos.entries()) {
    const [small, size] = index % 2 === 0 ? ["120x80", "1200:800"] : ["80x120", "800:1200"]
    const wave = (x: number, y: number) => `128+110*sin(${index + 1}+X/${x}+Y/${y})`
    const colors = `r='${wave(40, 90)}':g='${wave(70, -35)}':b='${wave(-55, 60)}'`
    const source = `color=black:s=${small}:r=1:d=1,format=gbrp,geq=${colors},scale=${size}:flags=bicubic,format=yuvj444p`
    await make(join(folder, "2024", `${name}.jpg`), "-f", "lavfi", "-i", source, "-frames:v", "1")
  }
  write(join(folder, "Torn Photo.jpg"), "not an image")
}

/** Creates a portrait image of 400 x 600 pixels, such as the poster in the folder of a series. */
export const putPoster = (path: string): Promise<void> =>
  make(path, "-f", "lavfi", "-i", "color=0x8a4b2a:s=400x600:r=1:d=1", "-frames:v", "1")

/** Creates an album with four short tracks. */
export const putAudio = async (folder: string): Promise<void> => {
  for (const [index, title] of songs.entries()) {
    const tone = `sine=frequency=${220 * (index + 1)}:duration=${20 + index * 7}`
    await make(
      join(folder, "The Testers", "First Album", `${title}.mp3`),
      ...[
        "-f",
        "lavfi",
        "-i",
        tone,
        "-metadata",
        `title=${title.slice(3)}`,
        "-metadata",
        "artist=The Testers"
      ]
    )
  }
}

const container = `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`
const packageOf = (title: string) =>
  `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>en</dc:language><dc:creator>Ines Calder</dc:creator><meta name="calibre:series" content="Harbours"/></metadata><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>`
const chapter = (title: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head><body><h1>${title}</h1><p>It was winter.</p></body></html>`
const pdf =
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"

/** Creates two novels, a manual, and a comic whose two pages are photos from the folder `images`. */
export const putBooks = (folder: string, images: string): void => {
  for (const title of ["The Quiet Harbour", "A Winter’s Letters"])
    write(
      join(folder, "Novels", `${title}.epub`),
      zip([
        ["mimetype", "application/epub+zip"],
        ["META-INF/container.xml", container],
        ["content.opf", packageOf(title)],
        ["c.xhtml", chapter(title)]
      ])
    )
  write(join(folder, "Manuals", "Projector.pdf"), pdf)
  const pages = [photos[1], photos[3]].map(
    (name, index) => [`${index + 1}.jpg`, readFileSync(join(images, "2024", `${name}.jpg`))] as const
  )
  write(join(folder, "Comics", "Signal 01.cbz"), zip(pages))
}
