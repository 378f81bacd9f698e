import { liveChildren } from "@media/children/LiveChildren"
import { childrenWith, processFile } from "@media/children/testing/ChildrenWith"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it, vi } from "vitest"
import { livePdfDecoder, pdfDecoder } from "./LivePdfDecoder.ts"
import { PdfDecoder } from "./PdfDecoder.ts"
import { endlessPdf, madePdfOf, onePage, pictureInPdf, recursivePdf, slowPdf } from "./testing/MadePdf.ts"

// A busy machine may need minutes to start a decoder.
vi.setConfig({ testTimeout: 300_000 })
const folder = mkdtempSync(join(tmpdir(), "pdf-"))
const runtime = ManagedRuntime.make(livePdfDecoder)
afterAll(async () => {
  await runtime.dispose()
  rmSync(folder, { recursive: true })
})

const made = (name: string, bytes: Buffer): string => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
const draw = (path: string) =>
  runtime.runPromise(Effect.either(Effect.flatMap(PdfDecoder, (pdf) => pdf.page(path, 0, 400))))
const facts = (path: string) => runtime.runPromise(Effect.flatMap(PdfDecoder, (pdf) => pdf.facts(path)))
const lines = (path: string) => runtime.runPromise(Effect.flatMap(PdfDecoder, (pdf) => pdf.lines(path, 0)))

const readersOfPdf = () => childrenWith("pdf.mjs")
/** Returns the peak memory of the largest decoder in megabytes. 0 if the system does not report it. */
const most = (): number =>
  Math.max(
    0,
    ...readersOfPdf().map(
      (pid) => Number(/^VmHWM:\s*(\d+)/m.exec(processFile(pid, "status"))?.[1] ?? 0) / 1_024
    )
  )
const watched = async <A>(work: Promise<A>): Promise<{ readonly answer: A; readonly megabytes: number }> => {
  let megabytes = 0
  const timer = setInterval(() => (megabytes = Math.max(megabytes, most())), 20)
  try {
    return { answer: await work, megabytes }
  } finally {
    clearInterval(timer)
  }
}

const font = "/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"

it("reads lines with their positions, even on a rotated page", async () => {
  const content = "BT /F 20 Tf 60 700 Td (Left side) Tj ET BT /F 20 Tf 360 700 Td (right side) Tj ET"
  const [left, right, ...none] = await lines(
    made("text.pdf", madePdfOf(onePage({ content, resources: font })))
  )
  expect([left?.text, right?.text, none]).toEqual(["Left side", "right side", []])
  expect(left?.x).toBeCloseTo(0.1, 1)
  expect(right?.x).toBeCloseTo(0.6, 1)
  expect(left?.y).toBeCloseTo(0.1, 1)
  const turned = onePage({ content, resources: font })
  turned[2] = (turned[2] as string).replace("/Contents", "/Rotate 90 /Contents")
  const [first] = await lines(made("turned.pdf", madePdfOf(turned)))
  // The rotation moves the left side of the page to the top.
  expect(first?.y).toBeCloseTo(0.1, 1)
  expect(first!.height).toBeGreaterThan(first!.width)
})

it("finds words across lines, ignoring case", async () => {
  const content = "BT /F 20 Tf 20 TL 60 700 Td (It was a dark) Tj T* (and Stormy night) Tj ET"
  const path = made("words.pdf", madePdfOf(onePage({ content, resources: font })))
  const found = await runtime.runPromise(
    Effect.flatMap(PdfDecoder, (pdf) => pdf.find(path, "DARK and stormy", 0))
  )
  expect(found).toEqual({
    matches: [{ page: 0, before: "It was a ", match: "dark and Stormy", after: " night" }],
    next: null
  })
})

it("finds words after letters that change length when case is folded", async () => {
  // 373 is the octal code of ß in the standard encoding.
  const content = "BT /F 20 Tf 60 700 Td (Gro\\373e Stra\\373e 7) Tj ET"
  const path = made("letters.pdf", madePdfOf(onePage({ content, resources: font })))
  expect(
    await runtime.runPromise(Effect.flatMap(PdfDecoder, (pdf) => pdf.find(path, "STRASSE", 0)))
  ).toMatchObject({ matches: [{ before: "Große ", match: "Straße", after: " 7" }] })
})

it("reads the document's XMP and reading direction", async () => {
  const xmp = "<x:xmpmeta xmlns:x='adobe:ns:meta/'><pdf xmlns='http://ns.adobe.com/pdf/1.3/'/></x:xmpmeta>"
  const picture = "<x:xmpmeta xmlns:x='adobe:ns:meta/'>a picture</x:xmpmeta>"
  const objects = onePage({ content: "", more: "/ViewerPreferences << /Direction /R2L >>" })
  const bytes = madePdfOf([...objects, ...[xmp, picture].map((text) => `<< >>\nstream\n${text}\nendstream`)])
  expect(await facts(made("xmp.pdf", bytes))).toMatchObject({ xmp, isRightToLeft: true, pages: 1 })
  expect(await facts(made("plain.pdf", madePdfOf(objects.slice(0, 4))))).toMatchObject({ xmp: "" })
})

const locked = madePdfOf(
  [
    ...onePage({ content: "" }),
    `<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <${"41".repeat(32)}> /U <${"42".repeat(32)}> >>`
  ],
  "/Encrypt 5 0 R /ID [<11> <11>]"
)
it.each([
  ["needs a password", locked, "encrypted"],
  ["was cut off", recursivePdf().subarray(0, 200), "damaged"],
  ["draws itself without end", recursivePdf(), "damaged"],
  ["has a path of a hundred million steps", endlessPdf(), "damaged"]
])(
  "rejects a page that %s with a reason, using less than 500 MB of memory",
  { timeout: 600_000 },
  async (what, bytes, code) => {
    const { answer, megabytes } = await watched(draw(made(`${what}.pdf`, bytes)))
    expect(answer).toMatchObject({ _tag: "Left", left: { code } })
    expect(megabytes).toBeLessThan(500)
  }
)

it(
  "reports a page as too slow only after the decoder has used up its CPU time",
  { timeout: 600_000 },
  async () => {
    const path = made("slow.pdf", slowPdf())
    const outcome = await Effect.runPromise(
      Effect.flatMap(pdfDecoder(1), ({ page }) => Effect.either(page(path, 0, 400))).pipe(
        Effect.scoped,
        Effect.provide(liveChildren)
      )
    )
    expect(outcome).toMatchObject({ _tag: "Left", left: { code: "too-slow" } })
  }
)

it(
  "reports that the decoder is busy if it is killed, instead of calling the PDF damaged",
  { timeout: 600_000 },
  async () => {
    const path = made("killed.pdf", endlessPdf())
    const killing = setInterval(() => {
      for (const pid of readersOfPdf()) process.kill(pid, "SIGKILL")
    }, 50)
    try {
      expect(await draw(path)).toMatchObject({ _tag: "Left", left: { _tag: "DecoderBusy" } })
    } finally {
      clearInterval(killing)
    }
  }
)

it("renders a huge page and a huge picture within the memory limit", { timeout: 600_000 }, async () => {
  const huge = await watched(draw(made("page.pdf", madePdfOf(onePage({ content: "", size: "0 0 1e9 1e9" })))))
  expect(huge.answer).toMatchObject({ _tag: "Right", right: { width: 400 } })
  const picture = await watched(draw(made("picture.pdf", pictureInPdf(10_000))))
  expect(picture.answer).toMatchObject({ _tag: "Right", right: { width: 400, height: 533 } })
  expect(Math.max(huge.megabytes, picture.megabytes)).toBeLessThan(500)
})
