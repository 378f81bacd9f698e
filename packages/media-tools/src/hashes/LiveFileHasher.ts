import { liveChildren } from "@media/children/LiveChildren"
import { nodePool } from "@media/children/NodePool"
import { installRoot } from "@media/kernel/ProcessConfig"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { FileHasher, HashingFailed } from "./FileHasher.ts"
import { askHasher, type HasherAnswer } from "./HasherTalk.ts"

/** A sleeping disk needs 8 s; a mount without data for this long has died. */
const SILENCE_MS = 120_000
/** Memory limit of Node, which only handles two pieces of 1 MiB. */
const MEMORY_BYTES = 768 * 1024 ** 2
/** Yields to scans and viewers. */
const NICE = 10

const changed = () =>
  new HashingFailed({ code: "changed", reason: "The file changed while it was being read." })

const toFailure = ({ code, error }: Extract<HasherAnswer, { readonly error: string }>): HashingFailed =>
  code === "changed"
    ? changed()
    : new HashingFailed({ code: "unreadable", reason: `The file cannot be read (${code ?? error}).` })

const stopped = (reason: string) => new HashingFailed({ code: "stopped", reason })

/** Runs one program per processor; interruption stops the one that is reading. */
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
