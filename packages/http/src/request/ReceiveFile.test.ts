import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { PassThrough } from "node:stream"
import { describe, expect, it } from "vitest"
import { receiveFile } from "./ReceiveFile.js"

const MOST = 1024 * 1024

const part = (bytes: Buffer | string, name: string, more = '; filename="a.png"') =>
  Buffer.concat([
    Buffer.from(`--cut\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from("\r\n")
  ])
const END = Buffer.from("--cut--\r\n")

const send = (body: Buffer, type = "multipart/form-data; boundary=cut", size = body.length) => {
  const stream = new PassThrough()
  const request = Object.assign(stream, { headers: { "content-type": type } }) as unknown as IncomingMessage
  const received = Effect.runPromise(
    receiveFile(request, { field: "file", maxBytes: MOST, maxMillis: 30_000 }).pipe(Effect.either)
  )
  const write = async () => {
    for (let at = 0; at < body.length; at += size) {
      stream.write(body.subarray(at, at + size))
      await new Promise(setImmediate)
    }
    stream.end()
  }
  return write().then(() => received)
}
const refusal = async (body: Buffer, type?: string) => {
  const answer = await send(body, type)
  return answer._tag === "Left" ? [answer.left.status, answer.left.message] : answer
}

describe("receiving an uploaded file", () => {
  it("receives the bytes of a file, however the form is split into chunks", async () => {
    const file = Buffer.concat([
      randomBytes(300),
      Buffer.from("cut--cut\r\n-cut\r\n--cu"),
      randomBytes(300),
      Buffer.from("\r\n-")
    ])
    const body = Buffer.concat([part("x", "first", ""), part(file, "file"), part(file, "other"), END])
    for (const size of [1, 2, 3, 7, 64, body.length]) {
      const answer = await send(body, undefined, size)
      expect([size, answer]).toEqual([size, expect.objectContaining({ right: file })])
    }
  })

  it("receives a file whose name is in any script", async () => {
    for (const name of ["Фото.png", "写真.png", "Cafe\u0301.png"]) {
      const more = `; filename="${name}"\r\nContent-Type: image/png`
      expect(await send(Buffer.concat([part("x", "file", more), END]))).toMatchObject({
        right: Buffer.from("x")
      })
    }
  })

  it("rejects an invalid form with a reason", async () => {
    const file = part("x", "file")
    expect(await refusal(Buffer.concat([part("x", "other"), END]))).toEqual([400, "file: a file is missing."])
    expect(await refusal(Buffer.concat([part("x", "file", ""), END]))).toEqual([
      400,
      "file: a file is missing."
    ])
    expect(await refusal(file)).toEqual([400, "The form cannot be read."])
    expect(await refusal(Buffer.from("nothing"))).toEqual([400, "The form cannot be read."])
    expect(await refusal(part("x", "file", "; filename*=UTF-8''%zz"))).toEqual([
      400,
      "The form cannot be read."
    ])
    expect(await refusal(file, "multipart/form-data")).toEqual([400, "The form cannot be read."])
    expect(
      await refusal(Buffer.concat([...Array.from({ length: 40 }, () => part("x", "a", "")), file, END]))
    ).toEqual([400, "The form has more than 32 fields."])
    expect(await refusal(Buffer.concat([part("x".repeat(20_000), "a", ""), file, END]))).toEqual([
      400,
      "A field of the form is too long."
    ])
    expect(await refusal(Buffer.concat([part(Buffer.alloc(MOST + 1), "file"), END]))).toEqual([
      413,
      "The file may be at most 1 MiB."
    ])
    expect((await refusal(file, "image/png")) as Array<unknown>).toContain(415)
  })
})
