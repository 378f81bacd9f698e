import { Children } from "@media/children/Children"
import { liveChildren } from "@media/children/LiveChildren"
import { installRoot } from "@media/kernel/ProcessConfig"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Pool from "effect/Pool"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { FileHasher, HashingFailed } from "./FileHasher.ts"
import { askHasher, type HasherAnswer } from "./HasherTalk.ts"

/** Kept for the next file: starting one takes 40 ms, hashing a small file less than one. */
const IDLE = "20 seconds"
/** A sleeping disk needs 8 s; a mount that says nothing for so long has died. */
const SILENCE_MS = 120_000
/** Of Node, which has no more to do than two pieces of 1 MiB. */
const MEMORY_BYTES = 768 * 1024 ** 2
/** Behind scans and viewers. */
const NICE = 10

const startHasher = Effect.gen(function* () {
  const children = yield* Children
  const { stdin, stdout } = yield* children.stream({
    program: process.execPath,
    args: ["--max-old-space-size=64", join(installRoot(), "packages/media-tools/bin/hash.mjs")],
    network: false,
    nice: NICE,
    stdin: "pipe",
    limits: { memoryBytes: MEMORY_BYTES, fileBytes: 0 }
  })
  return { stdin: stdin!, stdout }
})

const changed = () =>
  new HashingFailed({ code: "changed", reason: "The file changed while it was being read." })

const toFailure = ({ code, error }: Extract<HasherAnswer, { readonly error: string }>): HashingFailed =>
  code === "changed"
    ? changed()
    : new HashingFailed({ code: "unreadable", reason: `The file cannot be read (${code ?? error}).` })

const stopped = (reason: string) => new HashingFailed({ code: "stopped", reason })

/** Programs are started when they are needed, as many as there are processors; interruption ends the one that reads. */
export const liveFileHasher: Layer.Layer<FileHasher> = Layer.scoped(
  FileHasher,
  Effect.gen(function* () {
    const hashers = yield* Pool.makeWithTTL({
      acquire: startHasher,
      min: 0,
      max: availableParallelism(),
      timeToLive: IDLE
    })
    return {
      hash: (path, onBytes) =>
        Effect.scoped(
          Effect.gen(function* () {
            const hasher = yield* Effect.mapError(hashers.get, ({ message }) => stopped(message))
            const answer = yield* Effect.tryPromise({
              try: () => askHasher(hasher, Buffer.from(path), SILENCE_MS, onBytes),
              catch: (cause) => stopped(`The file could not be read to its end: ${(cause as Error).message}.`)
            }).pipe(
              Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : hashers.invalidate(hasher)))
            )
            return "error" in answer ? yield* toFailure(answer) : answer
          })
        ).pipe(Effect.withSpan("media.hashFile"))
    }
  })
).pipe(Layer.provide(liveChildren))
