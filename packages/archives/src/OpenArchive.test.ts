import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it, vi } from "vitest"
import { archiveLimits } from "./ArchiveLimits.ts"
import { openArchive } from "./OpenArchive.ts"
import { archiveFolder } from "./testing/InFolder.ts"
import { madeArchive, type MadeArchive } from "./testing/MadeArchive.ts"
import { zeros } from "./testing/Zeros.ts"

// The timeout is long because some tests unpack megabytes, which takes long on a slow machine.
vi.setConfig({ testTimeout: 60_000 })

const folder = archiveFolder()
afterAll(() => folder.remove())

const book: MadeArchive = {
  entries: [
    { name: "mimetype", content: "application/epub+zip", method: 0 },
    { name: "OPS/" },
    { name: "OPS/größe 日本.xhtml", content: "<p>".repeat(50_000) },
    { name: "OPS/empty", content: "" }
  ]
}

const readAll = (made: Buffer | MadeArchive) =>
  folder.withArchive(made, (archive) =>
    Effect.all(
      archive.entries
        .filter(({ kind }) => kind === "file")
        .map(({ index, key }) =>
          Effect.map(archive.read(index, 1_000_000), (bytes) => [key, bytes.toString()])
        )
    )
  )

const whole = [
  ["mimetype", "application/epub+zip"],
  ["OPS/größe 日本.xhtml", "<p>".repeat(50_000)],
  ["OPS/empty", ""]
]

describe("openArchive with a valid archive", () => {
  it.each<readonly [string, Buffer | MadeArchive]>([
    ["plain", book],
    ["with offsets of 64 bits", { ...book, isWide: true }],
    ["with a comment", { ...book, comment: "x".repeat(65_535) }],
    ["behind a program that unpacks it", { ...book, before: Buffer.alloc(100_000, 1) }],
    ["padded", { ...book, behind: Buffer.alloc(60_000) }]
  ])("reads an archive: %s", async (_, made) => {
    expect(await readAll(made)).toEqual(Either.right(whole))
  })

  it("lists all entries, with the reason if an entry cannot be read", async () => {
    const listed = await folder.withArchive(
      {
        entries: [
          { name: "a/", content: "" },
          { name: "a/link", content: "/etc/passwd", madeBy: 0x0314, attributes: 0o120777 * 65_536 },
          { name: "folder", madeBy: 0x0314, attributes: 0o040755 * 65_536 },
          { name: "__MACOSX/a/._1.jpg" },
          { name: "a\\Thumbs.db" },
          { name: "secret", content: "x", flags: 0x801 },
          { name: "lzma", content: "x", method: 14 },
          { name: "1.jpg", content: "12345" },
          { name: "inner.zip", content: madeArchive(book) }
        ]
      },
      ({ entries }) => Effect.succeed(entries)
    )
    const entries = Either.getOrThrow(listed)
    expect(entries.map(({ isJunk, kind, refusal }) => [kind, isJunk, refusal])).toEqual([
      ["directory", false, "not-a-file"],
      ["link", false, "not-a-file"],
      ["directory", false, "not-a-file"],
      ["file", true, undefined],
      ["file", true, undefined],
      ["file", false, "encrypted"],
      ["file", false, "method"],
      ["file", false, undefined],
      ["file", false, undefined]
    ])
    expect(entries[7]).toMatchObject({ index: 7, key: "1.jpg", name: "1.jpg", size: 5 })
  })

  it("reads intact entries even if other entries cannot be read", async () => {
    const made = {
      entries: [
        { name: "secret", content: "x", flags: 0x801 },
        { name: "1.jpg", content: "12345" }
      ]
    }
    const code = (index: number, maxBytes: number) =>
      folder.withArchive(made, (archive) => archive.read(index, maxBytes)).then(Either.merge)
    expect(await code(0, 100)).toMatchObject({ code: "encrypted", message: "This entry is encrypted." })
    expect(await code(1, 4)).toMatchObject({ code: "too-large" })
    expect(await code(2, 100)).toMatchObject({ code: "unknown" })
    expect(String(await code(1, 5))).toBe("12345")
  })

  it("reads many entries concurrently without mixing them up", async () => {
    const entries = Array.from({ length: 50 }, (_, i) => ({ name: `${i}`, content: `${i}`.repeat(5_000) }))
    const contents = await folder.withArchive({ entries }, (archive) =>
      Effect.forEach(archive.entries, ({ index }) => archive.read(index, 1_000_000), {
        concurrency: "unbounded"
      })
    )
    expect(Either.getOrThrow(contents).map(String)).toEqual(entries.map(({ content }) => content))
  })
})

describe("the file of an archive", () => {
  it("rejects a symbolic link to a file outside the root", async () => {
    const outside = mkdtempSync(join(tmpdir(), "media-outside-"))
    writeFileSync(join(outside, "book.cbz"), madeArchive(book))
    symlinkSync(join(outside, "book.cbz"), join(folder.root, "link.cbz"))
    const opened = await Effect.runPromise(
      Effect.either(Effect.scoped(openArchive(folder.root, join(folder.root, "link.cbz"))))
    )
    rmSync(outside, { recursive: true })
    expect(Either.getLeft(opened)).toMatchObject({ value: { _tag: "FileUnopenable", code: "outside-root" } })
  })

  it("closes the file after an interruption, a failure or a complete read", async () => {
    writeFileSync(folder.path, madeArchive({ entries: [zeros(50)] }))
    const limits = { ...archiveLimits, ratio: 2_000 }
    let seen = 0
    const reading = Effect.scoped(
      Effect.flatMap(openArchive(folder.root, folder.path, limits), ({ stream }) =>
        Stream.runForEach(stream(0), () =>
          Effect.zipRight(
            Effect.sync(() => (seen += 1)),
            Effect.sleep(5)
          )
        )
      )
    )
    const fiber = Effect.runFork(reading)
    await expect.poll(() => seen).toBeGreaterThan(2)
    expect(folder.openCount()).toBe(1)
    await Effect.runPromise(Fiber.interrupt(fiber))
    await expect.poll(() => folder.openCount()).toBe(0)
    await folder.withArchive(book, ({ read }) => read(99, 1))
    await readAll(book)
    await expect.poll(() => folder.openCount()).toBe(0)
  })
})
