import type { RawFailure } from "../RawRoute.ts"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import {
  mkdtempSync,
  openSync,
  closeSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import {
  createServer,
  get as httpGet,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server
} from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { serveFile } from "./ServeFile.ts"

const folder = mkdtempSync(join(tmpdir(), "serve-"))
const large = randomBytes(3_000_000)
const small = Buffer.from("0123456789")
const file = (name: string) => join(folder, name)

let server: Server
let port = 0
beforeAll(async () => {
  writeFileSync(file("small"), small)
  writeFileSync(file("empty"), "")
  writeFileSync(file("large"), large)
  execFileSync("mkfifo", [file("fifo")])
  server = createServer((request, response) => {
    const [name = "", query] = request.url!.slice(1).split("?")
    const served = serveFile(
      {
        path: file(name),
        contentType: "video/mp4",
        cacheControl: "private",
        reuseDescriptor: query === "repeated"
      },
      request,
      response
    )
    const answered = Effect.catchAll(served, (error: RawFailure) =>
      Effect.sync(() => response.writeHead(error.status).end())
    )
    const fiber = Effect.runFork(answered)
    response.once("close", () => fiber.unsafeInterruptAsFork(fiber.id()))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

const ask = (name: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(
      { port, host: "127.0.0.1", path: `/${name}`, method, headers },
      (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("error", reject)
        response.on("end", () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) })
        )
      }
    )
    request.on("error", reject).end()
  })

/** Counts the descriptors of this process for files in the folder. */
const openFiles = (): number =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder)
    } catch {
      return false
    }
  }).length

const untilClosed = async () => {
  for (let n = 0; n < 200 && openFiles() > 0; n += 1) await new Promise((resolve) => setTimeout(resolve, 10))
  return openFiles()
}

describe("serving a file", () => {
  it("sends the whole file with its length and validators", async () => {
    const { body, headers, status } = await ask("small")
    expect([status, body.toString()]).toEqual([200, "0123456789"])
    expect(headers).toMatchObject({
      "content-length": "10",
      "accept-ranges": "bytes",
      "content-type": "video/mp4",
      "cache-control": "private",
      etag: expect.stringMatching(/^"[0-9a-f]+-[0-9a-f]+"$/),
      "last-modified": expect.stringMatching(/GMT$/)
    })
    expect((await ask("empty")).headers["content-length"]).toBe("0")
    expect((await ask("large")).body.equals(large)).toBe(true)
  })

  it.each([
    ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
    ["bytes=4-", 206, "456789", "bytes 4-9/10"],
    ["bytes=-3", 206, "789", "bytes 7-9/10"],
    ["bytes=-30", 206, "0123456789", "bytes 0-9/10"],
    ["bytes=9-9", 206, "9", "bytes 9-9/10"],
    ["bytes=8-100", 206, "89", "bytes 8-9/10"],
    ["bytes=10-", 416, "", "bytes */10"],
    ["bytes=-0", 416, "", "bytes */10"],
    ["bytes=0-1,3-4", 200, "0123456789", undefined],
    ["bytes=3-1", 200, "0123456789", undefined],
    ["lines=0-1", 200, "0123456789", undefined]
  ])("responds to %s with %i", async (range, status, body, contentRange) => {
    const answer = await ask("small", { range })
    expect([answer.status, answer.body.toString(), answer.headers["content-range"]]).toEqual([
      status,
      body,
      contentRange
    ])
    const head = await ask("small", { range }, "HEAD")
    expect([head.status, head.body.length]).toEqual([status, 0])
    if (status !== 416) expect(head.headers["content-length"]).toBe(String(body.length))
  })

  it("does not send the file again to a client that has the current version", async () => {
    const { etag, "last-modified": modified } = (await ask("small")).headers as {
      etag: string
      "last-modified": string
    }
    const status = async (headers: Record<string, string>) => (await ask("small", headers)).status
    expect(await status({ "if-none-match": etag })).toBe(304)
    expect(await status({ "if-none-match": `"x", W/${etag}` })).toBe(304)
    expect(await status({ "if-none-match": "*" })).toBe(304)
    expect(await status({ "if-none-match": '"x"' })).toBe(200)
    expect(await status({ "if-none-match": '"x"', "if-modified-since": modified })).toBe(200)
    expect(await status({ "if-modified-since": modified })).toBe(304)
    expect(await status({ "if-modified-since": "Thu, 01 Jan 1970 00:00:00 GMT" })).toBe(200)
    expect(await status({ "if-modified-since": "some day" })).toBe(200)
    for (const header of ["if-match", "if-unmodified-since"])
      expect([header, await status({ [header]: header === "if-match" ? etag : modified })]).toEqual([
        header,
        200
      ])
    expect(await status({ "if-match": `"x", ${etag}` })).toBe(200)
    expect(await status({ "if-match": "*", "if-none-match": etag })).toBe(304)
    expect(await status({ "if-match": '"x"', "if-none-match": etag })).toBe(412)
    expect(await status({ "if-match": `W/${etag}` })).toBe(412)
    expect(await status({ "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" })).toBe(412)
    expect(await status({ "if-unmodified-since": "some day" })).toBe(200)
    const range = "bytes=0-0"
    expect(await status({ range, "if-range": etag })).toBe(206)
    expect(await status({ range, "if-range": modified })).toBe(206)
    expect(await status({ range, "if-range": '"x"' })).toBe(200)
    expect(await status({ range, "if-range": `W/${etag}` })).toBe(200)
    expect(await status({ range, "if-range": "Thu, 01 Jan 1970 00:00:00 GMT" })).toBe(200)
    writeFileSync(file("changing"), "one")
    const before = (await ask("changing")).headers.etag
    writeFileSync(file("changing"), "three")
    expect((await ask("changing")).headers.etag).not.toBe(before)
  })

  it("returns 404 for a path that is not a regular file", async () => {
    for (const name of ["", "nothing", "fifo", "small/x", ".", "x".repeat(300)])
      expect([name, (await ask(name)).status]).toEqual([name, 404])
  })

  it("sends the right bytes for many concurrent range requests", async () => {
    const size = 100_001
    const parts = await Promise.all(
      Array.from({ length: Math.ceil(large.length / size) }, (_, n) =>
        ask("large", { range: `bytes=${n * size}-${(n + 1) * size - 1}` })
      )
    )
    const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex")
    expect(parts.every(({ status }) => status === 206)).toBe(true)
    expect(hash(Buffer.concat(parts.map(({ body }) => body)))).toBe(hash(large))
    const wholes = await Promise.all(Array.from({ length: 12 }, () => ask("large")))
    expect(new Set(wholes.map(({ body }) => hash(body)))).toEqual(new Set([hash(large)]))
    expect(await untilClosed()).toBe(0)
  })
})

describe("serving a file that is requested repeatedly", () => {
  const range = (n: number) => ({ range: `bytes=${n * 1000}-${n * 1000 + 999}` })

  it("opens the file once and closes it a second later", async () => {
    const parts = await Promise.all(Array.from({ length: 40 }, (_, n) => ask("large?repeated", range(n))))
    expect(Buffer.concat(parts.map(({ body }) => body)).equals(large.subarray(0, 40_000))).toBe(true)
    expect(openFiles()).toBe(1)
    expect(await untilClosed()).toBe(0)
    expect((await ask("large?repeated", range(7))).body.equals(large.subarray(7_000, 8_000))).toBe(true)
  })

  it("keeps the file open for longer than a second while a transfer uses it", async () => {
    const response = await new Promise<IncomingMessage>((resolve) =>
      httpGet({ port, host: "127.0.0.1", path: "/large?repeated" }, (begun) => {
        begun.once("data", () => begun.pause())
        resolve(begun)
      })
    )
    await new Promise((resolve) => setTimeout(resolve, 1_300))
    const rest: Array<Buffer> = []
    response.on("data", (chunk: Buffer) => rest.push(chunk)).resume()
    await new Promise((resolve) => response.once("end", resolve))
    expect(response.complete).toBe(true)
    expect(Buffer.concat(rest).equals(large.subarray(large.length - Buffer.concat(rest).length))).toBe(true)
    expect(await untilClosed()).toBe(0)
  })

  it("serves the new content of a replaced file within a second", async () => {
    expect((await ask("late?repeated")).status).toBe(404)
    writeFileSync(file("late"), "first")
    expect((await ask("late?repeated")).body.toString()).toBe("first")
    writeFileSync(file("later"), "second")
    renameSync(file("later"), file("late"))
    await expect.poll(async () => (await ask("late?repeated")).body.toString()).toBe("second")
    rmSync(file("late"))
    await expect.poll(async () => (await ask("late?repeated")).status).toBe(404)
  })
})

describe("an interrupted transfer", () => {
  const begin = (name: string) =>
    new Promise<IncomingMessage>((resolve, reject) =>
      httpGet({ port, host: "127.0.0.1", path: `/${name}` }, (response) => {
        response.once("data", () => response.pause())
        response.on("error", () => undefined)
        resolve(response)
      }).on("error", reject)
    )

  it.each(["shrinking", "shrinking?repeated"])(
    "cuts the connection if %s is truncated during the transfer",
    async (name) => {
      closeSync(openSync(file("shrinking"), "w"))
      truncateSync(file("shrinking"), 60_000_000)
      const response = await begin(name)
      truncateSync(file("shrinking"), 1_000_000)
      const ended = await new Promise((resolve) => {
        response.on("end", () => resolve("complete"))
        response.on("close", () => resolve("broken"))
        response.resume()
      })
      expect([ended, response.complete]).toEqual(["broken", false])
      expect((await ask(name)).body.length).toBe(1_000_000)
      expect(await untilClosed()).toBe(0)
    }
  )

  it("closes the file when the client disconnects", async () => {
    closeSync(openSync(file("endless"), "w"))
    truncateSync(file("endless"), 2_000_000_000)
    for (let n = 0; n < 30; n += 1) {
      const response = await begin("endless")
      response.destroy()
    }
    expect(await untilClosed()).toBe(0)
    // Later transfers are correct, although they may reuse the buffers of the aborted transfers.
    expect((await ask("large")).body.equals(large)).toBe(true)
  })
})
