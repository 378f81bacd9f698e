import { madeArchive, type MadeEntry } from "@media/archives/testing/MadeArchive"
import { zeros } from "@media/archives/testing/Zeros"
import { Egress } from "@media/egress/Egress"
import { makeEgress } from "@media/egress/LiveEgress"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { createHash } from "node:crypto"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { installArchive, installFromIndex, outdated } from "./install.ts"
import { installedPackages } from "./Manifest.ts"
import type { IndexedPackage } from "./IndexedPackage.ts"
import { removePackage, settlePackages } from "./packageFolders.ts"

let folder = ""
let root = ""
let server: Server
/** The files of the simulated website, keyed by path. */
const served = new Map<string, Buffer>()
let port = 0
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "media-extensions-"))
  server = createServer((request, response) => {
    const body = served.get(request.url ?? "")
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/zip" }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  root = mkdtempSync(join(folder, "root-"))
  served.clear()
})

const zip = (...entries: ReadonlyArray<MadeEntry>) => madeArchive({ entries })
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex")
const about = {
  id: "boats",
  name: "Boats",
  version: "1",
  date: "2025-01-01 00:00:00",
  requires: [],
  sourceRepository: null
}
const install = (bytes: Buffer, hash?: string, id = "boats") => {
  const archive = join(folder, "upload.zip")
  writeFileSync(archive, bytes)
  return Effect.runPromise(
    Effect.either(installArchive(root, { archive, sha256: hash, about: { ...about, id } }))
  )
}
const reason = (result: Either.Either<unknown, { readonly reason: string }>) =>
  Either.isLeft(result) ? result.left.reason : ""
const offer = (id: string, bytes: Buffer, more: Partial<IndexedPackage> = {}): IndexedPackage => {
  served.set(`/${id}.zip`, bytes)
  return { ...about, id, path: `${id}.zip`, sha256: sha256(bytes), description: "", ...more }
}
const fromIndex = (packages: ReadonlyArray<IndexedPackage>, ids: ReadonlyArray<string>) => {
  const url = `http://127.0.0.1:${port}/index.yml`
  return Effect.runPromise(
    installFromIndex(root, { index: { url, packages, skipped: 0 }, source: url, ids }).pipe(
      Effect.provideService(
        Egress,
        makeEgress({ allowed: [{ host: "127.0.0.1", port }], resolve: () => Effect.succeed([]) })
      )
    )
  )
}

it("deletes the files of a removed package, but not the files that a user added to its folder", async () => {
  const made = await install(
    zip(
      { name: "boats.yml", content: "name: Boats" },
      { name: "lib/", content: "" },
      { name: "lib/a.py", content: "1" }
    )
  )
  expect(Either.getOrThrow(made).files).toEqual(["boats.yml", "lib/a.py"])
  expect(readFileSync(join(root, "boats/boats.yml"), "utf8")).toBe("name: Boats")
  expect(await installedPackages(root)).toMatchObject([{ id: "boats", version: "1" }])
  writeFileSync(join(root, "boats/lib/mine.ini"), "kept")
  expect(await Effect.runPromise(removePackage(root, "boats"))).toBe(true)
  expect(readdirSync(join(root, "boats"), { recursive: true }).sort()).toEqual(["lib", "lib/mine.ini"])
  expect(await Effect.runPromise(removePackage(root, "../root"))).toBe(false)
})

it.each([
  ["a path that leads out", [{ name: "../up.yml", content: "x" }], "forbidden name"],
  ["an absolute path", [{ name: "/etc/cron.d/x", content: "x" }], "forbidden name"],
  ["a backslash", [{ name: "a\\..\\..\\up.yml", content: "x" }], "forbidden name"],
  ["our own manifest", [{ name: ".package.json", content: "{}" }], "forbidden name"],
  [
    "a link",
    [{ name: "a.yml", content: "/etc/passwd", madeBy: 0x031e, attributes: 0xa1ff0000 }],
    "contains a link"
  ],
  [
    "two names that differ in case",
    [
      { name: "a.yml", content: "1" },
      { name: "A.yml", content: "2" }
    ],
    "twice"
  ],
  [
    "a file that is also a folder",
    [
      { name: "a", content: "1" },
      { name: "a/b", content: "2" }
    ],
    "both a file and a folder"
  ],
  ["nothing", [], "empty"],
  ["a damaged file", [{ name: "a.yml", content: "1", crc32: 7 }], "cannot be unpacked"],
  ["zeros without end", [zeros(65)], "cannot be opened"]
] as ReadonlyArray<[string, ReadonlyArray<MadeEntry>, string]>)(
  "writes no file of a package that contains %s",
  async (_, entries, sentence) => {
    const good = entries.length === 0 ? [] : [{ name: "good.yml", content: "x" }]
    expect(reason(await install(zip(...good, ...entries)))).toContain(sentence)
    expect(readdirSync(root)).toEqual([])
    expect(existsSync(join(folder, "up.yml"))).toBe(false)
  }
)

it("rejects a file with the wrong hash before opening it", async () => {
  expect(reason(await install(Buffer.from("not even a zip"), "0".repeat(64)))).toContain("its sha256 differs")
  const many = Array.from({ length: 2_001 }, (_, at) => ({ name: `${at}.yml`, content: "" }))
  expect(reason(await install(zip(...many)))).toContain("cannot be opened")
  expect(readdirSync(root)).toEqual([])
})

it("installs required packages first", async () => {
  const packages = [
    offer("boats", zip({ name: "boats.yml", content: "1" }), { requires: ["common"] }),
    offer("common", zip({ name: "log.py", content: "1" }), { requires: ["boats"] })
  ]
  const first = await fromIndex(packages, ["boats"])
  expect(first.installed.map(({ id }) => id)).toEqual(["common", "boats"])
  expect(first.failed).toEqual([])
  expect((await fromIndex(packages, ["boats"])).installed.map(({ id }) => id)).toEqual(["boats"])
})

it("reports a package that cannot be installed, and the packages that require it", async () => {
  const packages = [
    offer("boats", zip({ name: "a.yml", content: "1" }), { requires: ["common"] }),
    offer("common", zip({ name: "b.py", content: "1" }), { sha256: "0".repeat(64) }),
    offer("other", zip({ name: "c.yml", content: "1" }), { path: "http://10.0.0.1/other.zip" })
  ]
  const { failed, installed } = await fromIndex(packages, ["boats", "other"])
  expect(installed).toEqual([])
  expect(failed.map(({ id }) => id)).toEqual(["common", "boats", "other"])
  expect(failed[1]?.reason).toBe('The package needs "common", which could not be installed.')
  expect(failed[2]?.reason).toBe("This is not the address of a public website.")
  expect(readdirSync(root)).toEqual([])
})

it("keeps files that the user added when updating a package", async () => {
  const old = [offer("boats", zip({ name: "a.yml", content: "old" }, { name: "gone.yml", content: "old" }))]
  const [{ sourceRepository } = { sourceRepository: "" }] = (await fromIndex(old, ["boats"])).installed
  writeFileSync(join(root, "boats/mine.ini"), "kept")
  const date = "2025-02-01 00:00:00"
  const next = [offer("boats", zip({ name: "a.yml", content: "new" }), { date })]
  expect(outdated({ packages: next }, sourceRepository ?? "", await installedPackages(root))).toEqual([
    "boats"
  ])
  expect((await fromIndex(next, ["boats"])).failed).toEqual([])
  expect(readdirSync(join(root, "boats")).sort()).toEqual([".package.json", "a.yml", "mine.ini"])
  expect(readFileSync(join(root, "boats/a.yml"), "utf8")).toBe("new")
  const last = [offer("boats", zip({ name: "mine.ini", content: "theirs" }), { date: "2025-03-01 00:00:00" })]
  expect((await fromIndex(last, ["boats"])).failed[0]?.reason).toContain("mine.ini")
  expect(readFileSync(join(root, "boats/mine.ini"), "utf8")).toBe("kept")
  mkdirSync(join(root, "own"))
  expect(reason(await install(zip({ name: "a.yml", content: "1" }), undefined, "own"))).toContain(
    "Move it elsewhere"
  )
})

it("restores a package if the server crashed in the middle of an update", async () => {
  await install(zip({ name: "a.yml", content: "1" }))
  mkdirSync(join(root, ".new-1"))
  utimesSync(join(root, ".new-1"), 1, 1)
  mkdirSync(join(root, ".new-2"))
  renameSync(join(root, "boats"), join(root, ".old-boats"))
  await Effect.runPromise(settlePackages(root, Date.now()))
  expect(readdirSync(root).sort()).toEqual([".new-2", "boats"])
})
