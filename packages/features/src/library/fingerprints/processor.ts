import { EventStore } from "@media/event-store/EventStore"
import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import type { JobContext } from "@media/jobs/JobContext"
import { processor } from "@media/jobs/Processor"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import { FileHasher } from "@media/media-tools/hashes/FileHasher"
import { type PinnedFile, pinFile } from "@media/media-tools/PinnedFile"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import { isSameFile } from "../../catalog/items/fileState.ts"
import { currentSettings } from "../../platform/settings/queries.ts"
import { type FingerprintCommand, fingerprintDecider } from "./decider.ts"
import { isFingerprinted, isPhashed, type PhashedKind } from "./kinds.ts"
import { hashOfLook } from "./look.ts"
import { audioFingerprint, fingerprint, imageFingerprint } from "./queue.ts"
import { fingerprintSubject } from "./subject.ts"

const meta = { cause: fingerprint.name } as const

/**
 * Returns the error for a file that changed while it was being read. The error makes the queue retry the job. Another
 * job is also queued after the new content is examined.
 */
const changed = () => new RetryableFailure({ message: "The file changed while it was being read" })

const record = (itemId: string, command: FingerprintCommand) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({ streamId: itemId, decider: fingerprintDecider, command, meta })
  ).pipe(Effect.catchTag("ProbeOutdated", changed))

/**
 * Computes the MD5 hash and the oshash in a separate process, which reads the file only once and as fast as the disk
 * allows.
 */
const hashes = (itemId: string, { path, ...file }: PinnedFile, context: JobContext) =>
  Effect.gen(function* () {
    const hasher = yield* FileHasher
    const run = Runtime.runFork(yield* Effect.runtime())
    const started = performance.now()
    const onBytes = (bytes: number) => {
      const perSecond = bytes / ((performance.now() - started) / 1_000)
      run(
        context.progress({
          percent: (bytes / Math.max(1, file.size)) * 100,
          phase: "MD5, oshash",
          detail: { bytes, etaSeconds: Math.ceil((file.size - bytes) / perSecond) }
        })
      )
    }
    const found = yield* hasher.hash(path, onBytes)
    if (!isSameFile(found, file)) return yield* changed()
    const { md5, oshash } = found
    yield* record(itemId, { _tag: "RecordFingerprint", ...file, md5, oshash })
    return { md5, oshash }
  })

/** Computes and records the perceptual hash. If the content has no perceptual hash, records the reason instead. */
const look = (
  { itemId, kind }: { readonly itemId: string; readonly kind: PhashedKind },
  { path, ...file }: PinnedFile,
  context: JobContext
) =>
  Effect.gen(function* () {
    yield* context.progress({ phase: "pHash" })
    const found = yield* hashOfLook(kind, path).pipe(
      Effect.map((phash) => ({ phash, reason: null })),
      Effect.catchTag("NoHash", ({ reason }) => Effect.succeed({ phash: null, reason }))
    )
    yield* record(itemId, { _tag: "RecordPhash", ...file, ...found })
    if (found.reason !== null) yield* context.log("info", `No pHash: ${found.reason}`)
    return { phash: found.phash }
  })

const unopenable = ({ code, reason }: FileUnopenable) => {
  if (code === "not-found")
    return new PermanentFailure({
      message: "The file no longer exists. The next scan will mark it as missing."
    })
  return code === "outside-root" || code === "not-a-file"
    ? new PermanentFailure({ message: reason })
    : new RetryableFailure({ message: reason })
}

/** Computes the hashes that are missing for the current content, and records each one as soon as it is known. */
const computeMissing = (
  { itemId, phashOnly = false }: typeof fingerprint.payload.Type,
  context: JobContext
) =>
  Effect.gen(function* () {
    const found = yield* fingerprintSubject(itemId)
    if (Option.isNone(found)) return { skipped: "The item was removed" }
    const { hasHashes, hasPhash, kind, source } = found.value
    if (!isFingerprinted(kind)) return { skipped: "Items of this kind have no fingerprints yet" }
    // Images can be hashed even before their examination or after it has failed. An image that cannot be decoded gets
    // only the MD5 hash and the oshash.
    const isReadable = kind === "image" ? source.status !== "missing" : source.status === "ready"
    if (!isReadable) return { skipped: "The file cannot be read at the moment" }
    const settings = yield* currentSettings
    const wantsHashes = !phashOnly && !hasHashes
    const wantsLook = !hasPhash && isPhashed(kind) && (phashOnly || settings.generate_phash)
    if (!wantsHashes && !wantsLook) return { skipped: "All hashes are up to date" }
    const file = yield* pinFile(source.root.path, source.file)
    if (!isSameFile(file, source)) return yield* changed()
    return {
      ...(wantsHashes ? yield* hashes(itemId, file, context) : {}),
      ...(wantsLook && isPhashed(kind) ? yield* look({ itemId, kind }, file, context) : {})
    }
  }).pipe(
    Effect.catchTags({
      NotFound: () => Effect.succeed({ skipped: "The item was removed" }),
      FileUnopenable: unopenable,
      HashingFailed: ({ message }) => new RetryableFailure({ message }),
      HashFailed: ({ message }) => new RetryableFailure({ message })
    })
  )

export const fingerprintProcessor = processor(fingerprint, computeMissing)
export const imageFingerprintProcessor = processor(imageFingerprint, computeMissing)
export const audioFingerprintProcessor = processor(audioFingerprint, computeMissing)
