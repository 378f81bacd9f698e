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

/** Number of files whose first bytes are read concurrently: as many as the process's file system threads. */
const parallelReads = 4

export type Recognized = { readonly kind: RegisteredKind } | { readonly reason: string }

/** Tells whether the first bytes of a file must be read because its name does not decide. */
export const needsHead = (claims: ReadonlyArray<Claim>): boolean => claims.some(({ sniff }) => sniff !== null)

/** Tells whether the same claims rejected the file for its content before. Then it is not opened again. */
export const isKnownRefusal = (claims: ReadonlyArray<Claim>, reason: string | null): boolean =>
  reason !== null && claims.length === 1 && claims[0]!.sniff?.reasons.has(reason) === true

/**
 * The kind whose claim the first bytes confirm, otherwise the one that trusts the name, otherwise the last undecided
 * one. A file that is unreadable now (`undefined`) is accepted, and its probe reports why.
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
  return { reason: refusal?.reason ?? "Not what its name says" }
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
 * The kind of a file: by its name if that suffices, otherwise by its first bytes. Fails if the file system does not
 * answer.
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

/** Files per request to the reader thread: 2 ms on a disk, and 3 s on a network that takes 200 ms per file. */
const headsAtOnce = 16
/** On slow file systems, read several files concurrently, each with its own timeout. */
const slowMillis = 500
/** Below this number of files, starting the thread is not worth it. */
const manyHeads = 8

/**
 * The first bytes of files that were read together. Undefined for a file that could not be read; `recognizeFile` then
 * determines why.
 */
const headsOf = (root: Buffer, files: ReadonlyArray<FoundFile>) =>
  fileCall(() =>
    heads.read({ root, paths: files.map(({ relative }) => joinBytes(root, relative)), bytes: headBytes })
  ).pipe(
    Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.sync(() => heads.close()))),
    Effect.orElseSucceed(() => undefined)
  )

/** Reads the first bytes of several files at once, as long as the file system is fast. */
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

/** Recognizes many files. The results are in the order of the files. */
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
