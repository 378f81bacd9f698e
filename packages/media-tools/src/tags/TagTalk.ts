import type { Talk } from "@media/children/NodePool"
import * as Schema from "effect/Schema"
import type { MediaPath } from "../MediaPath.ts"
import type { TrackFile } from "../TagReader.ts"

const Answer = Schema.Union(
  Schema.Struct({
    facts: Schema.Struct({
      container: Schema.String,
      codec: Schema.String,
      /** Length in seconds. */
      duration: Schema.Number,
      /** Bit rate in bits per second. */
      bitRate: Schema.optionalWith(Schema.Number, { nullable: true }),
      /** Sample rate in Hz. */
      sampleRate: Schema.Number,
      channels: Schema.Number,
      hasPicture: Schema.Boolean,
      /** Values of the tags, keyed by ffmpeg's names. */
      tags: Schema.Record({ key: Schema.String, value: Schema.String })
    }),
    /** The OSHash of the file (see `hashes/Oshash.ts`). Null for files of 8 bytes or fewer. */
    oshash: Schema.NullOr(Schema.String.pipe(Schema.pattern(/^[0-9a-f]{16}$/))),
    /** Size of the file in bytes. */
    size: Schema.Number,
    /** Modification time in whole milliseconds since 1970. */
    mtimeMs: Schema.Number
  }),
  /** The reason why ffprobe should read the file instead. */
  Schema.Struct({ other: Schema.String })
)
const decode = Schema.decodeUnknownSync(Schema.parseJson(Schema.Array(Answer)))
export type TagAnswer = typeof Answer.Type
export type SoundFacts = Extract<TagAnswer, { readonly facts: unknown }>["facts"]

/**
 * Maximum size in bytes of the response for a file. 200 tags of 4,000 escaped characters would take
 * 5 MB, but only a malicious file has so many tags.
 */
const MOST_ANSWER_BYTES = 1024 * 1024

const base64 = (path: MediaPath): string => Buffer.from(path).toString("base64")

/**
 * Requests the tags of several files from a reader process (`bin/tags.mjs`). Rejects if the process
 * exits without a response or sends an invalid response.
 */
export const askTags = (
  { stdin, stdout }: Talk,
  files: ReadonlyArray<TrackFile>
): Promise<ReadonlyArray<TagAnswer>> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    let length = 0
    const settle = (done: () => void) => {
      stdout.off("data", onData).off("close", onClose)
      done()
    }
    const onClose = () => settle(() => reject(new Error("it ended")))
    const onData = (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      try {
        if (length > MOST_ANSWER_BYTES * files.length) throw new RangeError("a line is too long")
        if (chunk.at(-1) !== 10) return
        const answers = decode(Buffer.concat(chunks).toString("utf8"))
        if (answers.length !== files.length)
          throw new RangeError("the number of responses differs from the number of files")
        settle(() => resolve(answers))
      } catch (error) {
        settle(() => reject(error as Error))
      }
    }
    if (stdout.destroyed) return onClose()
    stdout.on("data", onData).once("close", onClose)
    const question = files.map(({ path, root }) => ({ root: base64(root), path: base64(path) }))
    stdin.write(`${JSON.stringify(question)}\n`)
  })
