import { liveChildren } from "@media/children/LiveChildren"
import { nodePool } from "@media/children/NodePool"
import { installRoot } from "@media/kernel/ProcessConfig"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { FileHasher, HashingFailed } from "./FileHasher.ts"
import { askHasher, type HasherAnswer } from "./HasherTalk.ts"

/**
 * Maximum time without data in milliseconds. A sleeping disk needs only 8 s, so a mount that is silent for longer is
 * dead.
 */
const SILENCE_MS = 120_000
/** Memory limit in bytes of the Node process. The program itself needs only two buffers of 1 MiB. */
const MEMORY_BYTES = 768 * 1024 ** 2
/** Nice value that gives scans and viewers priority. */
const NICE = 10

const changed = () =>
  new HashingFailed({ code: "changed", reason: "The file changed while it was being read." })

const toFailure = ({ code, error }: Extract<HasherAnswer, { readonly error: string }>): HashingFailed =>
  code === "changed"
    ? changed()
    : new HashingFailed({ code: "unreadable", reason: `The file cannot be read (${code ?? error}).` })

const stopped = (reason: string) => new HashingFailed({ code: "stopped", reason })

/** Runs up to one hash program per CPU core. Interruption stops the program that is reading the file. */
export const liveFileHasher: Layer.Layer<FileHasher> = Layer.scoped(
  FileHasher,
  Effect.gen(function* () {
    const asked = yield* nodePool({
      args: ["--max-old-space-size=64", join(installRoot(), "packages/media-tools/bin/hash.mjs")],
      most: availableParallelism(),
      memoryBytes: MEMORY_BYTES,
      nice: NICE
    })
    return {
      hash: (path, onBytes) =>
        asked((talk) => askHasher(talk, Buffer.from(path), SILENCE_MS, onBytes)).pipe(
          Effect.mapError((error) =>
            stopped(
              error._tag === "ProgramEnded"
                ? `The file could not be read to its end: ${error.message}.`
                : error.message
            )
          ),
          Effect.flatMap((answer) => ("error" in answer ? toFailure(answer) : Effect.succeed(answer))),
          Effect.withSpan("media.hashFile")
        )
    }
  })
).pipe(Layer.provide(liveChildren))
