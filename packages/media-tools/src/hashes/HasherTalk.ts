import * as Schema from "effect/Schema"
import type { Readable, Writable } from "node:stream"

const Answer = Schema.parseJson(
  Schema.Union(
    Schema.Struct({
      md5: Schema.String.pipe(Schema.pattern(/^[0-9a-f]{32}$/)),
      oshash: Schema.NullOr(Schema.String.pipe(Schema.pattern(/^[0-9a-f]{16}$/))),
      size: Schema.Number,
      mtimeMs: Schema.Number
    }),
    Schema.Struct({ error: Schema.String, code: Schema.NullOr(Schema.String) }),
    Schema.Struct({ bytes: Schema.Number })
  )
)
const decode = Schema.decodeUnknownSync(Answer)
export type HasherAnswer = Exclude<typeof Answer.Type, { readonly bytes: number }>

const MOST_LINE_BYTES = 4_096

/**
 * Sends a file to the hash program and waits for its hashes. Rejects if the program ends without a response, sends an
 * invalid response, or is silent for `silenceMs` because a mount died.
 */
export const askHasher = (
  { stdin, stdout }: { readonly stdin: Writable; readonly stdout: Readable },
  path: Buffer,
  silenceMs: number,
  onBytes: (bytes: number) => void
): Promise<HasherAnswer> =>
  new Promise((resolve, reject) => {
    let waiting = ""
    const watchdog = setTimeout(() => settle(() => reject(new Error("it did not respond"))), silenceMs)
    const settle = (done: () => void) => {
      clearTimeout(watchdog)
      stdout.off("data", onData).off("close", onClose)
      done()
    }
    const onClose = () => settle(() => reject(new Error("it ended")))
    const onData = (chunk: Buffer) => {
      watchdog.refresh()
      const lines = (waiting + chunk.toString("latin1")).split("\n")
      waiting = lines.pop() ?? ""
      try {
        if (waiting.length > MOST_LINE_BYTES) throw new RangeError("a line is too long")
        for (const line of lines) {
          const answer = decode(line)
          if (!("bytes" in answer)) return settle(() => resolve(answer))
          onBytes(answer.bytes)
        }
      } catch (error) {
        settle(() => reject(error as Error))
      }
    }
    if (stdout.destroyed) return onClose()
    stdout.on("data", onData).once("close", onClose)
    stdin.write(`${path.toString("base64")}\n`)
  })
