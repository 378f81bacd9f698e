import { call, type CallOptions } from "@media/testkit/HttpCall"
import * as Effect from "effect/Effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, it } from "vitest"
import { acceptedCoding, codingFor } from "./Coding.ts"
import { sendEntity } from "./SendEntity.ts"

it.each([
  [undefined, undefined],
  ["", undefined],
  ["identity", undefined],
  ["deflate, zstd", undefined],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["GZIP;Q=0.3", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0.9", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["gzip;q=0, br;q=0.000", undefined],
  ["*", "br"],
  ["*;q=0, gzip", "gzip"],
  ["br;q=0, *", "gzip"],
  ["identity;q=0.5, gzip;q=0.2", undefined],
  ["identity;q=0, gzip;q=0.1", "gzip"],
  // A coding with an invalid weight is not used.
  ["gzip;q=high", undefined],
  ["gzip;q=2", undefined],
  ["gzip;q=-1, br;q=0.1", "br"],
  [";;,,=,gzip", "gzip"]
])("chooses the coding for the Accept-Encoding header %j: %s", (header, coding) => {
  expect(acceptedCoding(header)).toBe(coding)
})

it.each([
  ["GET", "application/json", 2_000, {}, "br"],
  ["HEAD", "application/atom+xml;profile=opds-catalog", 2_000, {}, "br"],
  ["GET", "application/vnd.apple.mpegurl", 2_000, {}, "br"],
  ["GET", "text/vtt; charset=utf-8", 2_000, {}, "br"],
  // These responses are too small or already compressed, so compressing them would only cost CPU time.
  ["GET", "application/json", 1_023, {}, undefined],
  ["GET", "image/jpeg", 90_000, {}, undefined],
  ["GET", "application/epub+zip", 90_000, {}, undefined],
  ["GET", "video/mp2t", 90_000, {}, undefined],
  // Responses to changes may contain secrets. A page on another site could guess a secret by observing how its request
  // affects the size of the compressed response.
  ["POST", "application/json", 2_000, {}, undefined],
  ["GET", "application/json", 2_000, { "sec-fetch-site": "cross-site" }, undefined],
  ["GET", "application/json", 2_000, { "sec-fetch-site": "same-origin" }, "br"]
])(
  "chooses the coding of a response to %s of type %s with %i bytes and the request headers %j: %s",
  (method, contentType, size, headers, coding) => {
    const request = { method, headers: { "accept-encoding": "br", ...headers } }
    expect(codingFor(request, { contentType, size })).toBe(coding)
  }
)

const text = "<entry/>".repeat(1_000)
const server = createServer((request, response) => {
  const isText = request.url === "/text"
  void Effect.runPromise(
    sendEntity(
      { request, response },
      {
        etag: '"a"',
        contentType: isText ? "application/atom+xml" : "image/jpeg",
        cacheControl: "private, no-cache",
        body: isText ? text : Buffer.from(text)
      }
    )
  )
})
let origin = ""
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

it("uses a coding that the client accepts, with the same weak tag for all codings", async () => {
  const ask = (headers: CallOptions["headers"], method = "GET", target = "/text") =>
    call(origin, method, target, { headers: headers ?? {} })
  const plain = await ask({})
  expect(plain.text).toBe(text)
  const [gzip, br] = [await ask({ "accept-encoding": "gzip" }), await ask({ "accept-encoding": "br" })]
  expect(gunzipSync(gzip.bytes).toString()).toBe(text)
  expect(brotliDecompressSync(br.bytes).toString()).toBe(text)
  for (const reply of [plain, gzip, br])
    expect([reply.headers.etag, reply.headers.vary, reply.headers["content-length"]]).toEqual([
      'W/"a"',
      "Cookie, Authorization, Accept-Encoding",
      String(reply.bytes.length)
    ])
  expect([plain, gzip, br].map(({ headers }) => headers["content-encoding"])).toEqual([
    undefined,
    "gzip",
    "br"
  ])
  const head = await ask({ "accept-encoding": "gzip" }, "HEAD")
  expect([head.text, head.headers["content-length"], head.headers["content-encoding"]]).toEqual([
    "",
    gzip.headers["content-length"],
    "gzip"
  ])
  // The tag matches regardless of the coding in which the client received the response.
  for (const tag of ['W/"a"', '"a"', '"b", W/"a"', "*"]) {
    const known = await ask({ "accept-encoding": "gzip", "if-none-match": tag })
    expect([known.status, known.text, known.headers.etag, known.headers.vary]).toEqual([
      304,
      "",
      'W/"a"',
      "Cookie, Authorization, Accept-Encoding"
    ])
    expect(known.headers["content-encoding"]).toBeUndefined()
  }
  const picture = await ask({ "accept-encoding": "gzip, br" }, "GET", "/picture")
  expect([picture.headers.etag, picture.headers.vary, picture.headers["content-encoding"]]).toEqual([
    '"a"',
    "Cookie, Authorization",
    undefined
  ])
})
