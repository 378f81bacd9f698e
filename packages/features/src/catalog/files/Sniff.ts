import { openInside } from "@media/kernel/InsideRoot"
import { FileHeads } from "@media/media-tools/heads/FileHeads"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { headBytes } from "../../Signatures.ts"
import { fileCall, NoAnswer } from "@media/disk/FileCalls"
import { joinBytes } from "@media/disk/OpenFolder"
import { notAnswering } from "./RootIdentity.ts"
import type { FoundFile } from "@media/disk/Walk"
import type { Claim, RegisteredKind } from "./FileKind.ts"

/** Number of files whose first bytes are read concurrently. Equals the number of file system threads of the process. */
const parallelReads = 4

export type Recognized = { readonly kind: RegisteredKind } | { readonly reason: string }

/** True if the first bytes of a file must be read, because its name does not determine the kind. */
export const needsHead = (claims: ReadonlyArray<Claim>): boolean => claims.some(({ sniff }) => sniff !== null)

/** True if the same claim already rejected the content of this file. The file is then not opened again. */
export const isKnownRefusal = (claims: ReadonlyArray<Claim>, reason: string | null): boolean =>
  reason !== null && claims.length === 1 && claims[0]!.sniff?.reasons.has(reason) === true

/**
 * Returns the kind that the first bytes confirm. Otherwise, returns the kind that accepts the file by name, or else the
 * last kind for which the content is ambiguous. If all kinds reject the file, returns the reason. A file that cannot be
 * read now (`head` is undefined) is accepted, and its probe reports the cause.
 */
export const recognize = (claims: ReadonlyArray<Claim>, head: Buffer | undefined): Recognized => {
  const answers = claims.map(({ kind, sniff }) => ({
    kind,
    answer: sniff === null ? ("by name" as const) : head === undefined ? "may be" : sniff.read(head)
  }))
  const found = (["is", "by name", "may be"] as const)
    .map((wanted) => answers.findLast(({ answer }) => answer === wanted))
    .find((match) => match !== undefined)
  if (found !== undefined) return { kind: found.kind }
  const refusal = answers.map(({ answer }) => answer).find((answer) => typeof answer === "object")
  return { reason: refusal?.reason ?? "The content does not match the file name" }
}

const headOf = async (root: Buffer, relative: Buffer): Promise<Buffer> => {
  const handle = await openInside(root, joinBytes(root, relative))
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * Determines the kind of a file by its name. If the name does not determine the kind, reads the first bytes of the
 * file. Fails if the file system does not respond.
 */
export const recognizeFile = (root: Buffer, file: FoundFile, claims: ReadonlyArray<Claim>) =>
  needsHead(claims)
    ? fileCall(() => headOf(root, file.relative)).pipe(
        Effect.catchAll((error) =>
          error instanceof NoAnswer ? Effect.fail(notAnswering(root)) : Effect.succeed(undefined)
        ),
        Effect.map((head) => recognize(claims, head))
      )
    : Effect.succeed(recognize(claims, undefined))

const heads = new FileHeads()

/**
 * Number of files per request to the reader thread. A request takes 2 ms on a local disk, and 3 s on a network share
 * that takes 200 ms per file.
 */
const headsAtOnce = 16
/**
 * Duration in milliseconds after which a request counts as slow. After a slow request, the remaining files are read
 * concurrently instead, each with its own timeout.
 */
const slowMillis = 500
/** Minimum number of files for which starting the reader thread is worthwhile. */
const manyHeads = 8

/**
 * Reads the first bytes of several files in one request. The entry of a file that cannot be read is undefined, and
 * `recognizeFile` then determines the cause. Returns undefined if the request failed.
 */
const headsOf = (root: Buffer, files: ReadonlyArray<FoundFile>) =>
  fileCall(() =>
    heads.read({ root, paths: files.map(({ relative }) => joinBytes(root, relative)), bytes: headBytes })
  ).pipe(
    Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.sync(() => heads.close()))),
    Effect.orElseSucceed(() => undefined)
  )

/** Reads the first bytes of files in batches, until a batch is slow. */
const headsTogether = (root: Buffer, files: ReadonlyArray<FoundFile>) =>
  Effect.gen(function* () {
    const read = new Map<FoundFile, Buffer | undefined>()
    if (files.length < manyHeads) return read
    for (let at = 0; at < files.length; at += headsAtOnce) {
      const some = files.slice(at, at + headsAtOnce)
      const begun = performance.now()
      const answers = yield* headsOf(root, some)
      for (const [index, head] of (answers ?? []).entries()) read.set(some[index]!, head)
      if (answers === undefined || performance.now() - begun > slowMillis) break
    }
    return read
  })

/** Recognizes many files. The results are in the same order as the files. */
export const recognizeAll = <A extends { readonly file: FoundFile; readonly claims: ReadonlyArray<Claim> }>(
  root: Buffer,
  files: ReadonlyArray<A>
) =>
  Effect.gen(function* () {
    const read = yield* headsTogether(
      root,
      files.flatMap(({ claims, file }) => (needsHead(claims) ? [file] : []))
    )
    return yield* Effect.forEach(
      files,
      ({ claims, file }) => {
        const head = read.get(file)
        return head === undefined
          ? recognizeFile(root, file, claims)
          : Effect.succeed(recognize(claims, head))
      },
      { concurrency: parallelReads }
    )
  })
