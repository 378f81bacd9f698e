import { findReceipt, keepReceipt, type ReceiptKey } from "@media/event-store/Receipt"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Stats } from "node:fs"
import { lstat } from "node:fs/promises"
import { UploadRefused } from "./errors.ts"
import type { Destination, OpenDestination } from "./destination.ts"
import { itemAt, register, relativePath } from "./register.ts"

/** The caller and the caller's idempotency key, which together identify an upload. */
export interface Sender {
  readonly accountId: string
  readonly key: string | undefined
}

/**
 * The recorded progress of an upload with a key. `file` means that the file is complete, and `itemId` means that the
 * item exists.
 */
const Kept = Schema.Union(Schema.Struct({ file: Schema.String }), Schema.Struct({ itemId: Schema.String }))

const receiptOf = ({ accountId, key }: Sender, destination: Destination): ReceiptKey | undefined =>
  key === undefined
    ? undefined
    : {
        accountId,
        route: "uploads.video",
        key,
        body: [destination.target.root.rootId, relativePath(destination).toString()]
      }

/**
 * Returns a fingerprint (inode, size, modification time), which shows whether a file with this name is still the same
 * file.
 */
const markOf = ({ ino, mtimeMs, size }: Stats): string => `${ino} ${size} ${Math.floor(mtimeMs)}`

const keptOf = (receipt: ReceiptKey) =>
  findReceipt(receipt).pipe(
    Effect.map(Option.flatMap(Schema.decodeUnknownOption(Kept))),
    Effect.catchTag(
      "ReceiptMismatch",
      () =>
        new UploadRefused({
          status: 422,
          code: "idempotency_key_reused",
          message: "This Idempotency-Key was used for another file."
        })
    )
  )

/** Returns the item of an earlier upload with this key, if its file still exists. */
export const doneBefore = (sender: Sender, destination: Destination) =>
  Effect.gen(function* () {
    const receipt = receiptOf(sender, destination)
    const kept = receipt === undefined ? Option.none() : yield* keptOf(receipt)
    if (Option.isNone(kept) || !("itemId" in kept.value)) return Option.none<string>()
    const { itemId } = kept.value
    return Option.filter(yield* itemAt(destination), (id) => id === itemId)
  })

/** True if an earlier upload with this key completed the file but was interrupted before it registered the item. */
export const isOwnFile = (sender: Sender, opened: OpenDestination) =>
  Effect.gen(function* () {
    const receipt = receiptOf(sender, opened)
    const kept = receipt === undefined ? Option.none() : yield* keptOf(receipt)
    if (Option.isNone(kept) || !("file" in kept.value)) return false
    const info = yield* Effect.promise(() => lstat(opened.folder.at(opened.name)).catch(() => undefined))
    return info !== undefined && markOf(info) === kept.value.file
  })

const turns = new Map<string, { readonly lock: Effect.Semaphore; users: number }>()

/**
 * Runs the final steps of uploads with the same key one after another, so that a later upload finds the result of an
 * earlier one.
 */
export const inTurn = <A, E, R>(
  { accountId, key }: Sender,
  end: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => {
  if (key === undefined) return end
  const name = `${accountId} ${key}`
  return Effect.acquireUseRelease(
    Effect.sync(() => {
      const turn = turns.get(name) ?? { lock: Effect.unsafeMakeSemaphore(1), users: 0 }
      turn.users += 1
      turns.set(name, turn)
      return turn
    }),
    ({ lock }) => lock.withPermits(1)(end),
    (turn) =>
      Effect.sync(() => {
        turn.users -= 1
        if (turn.users === 0) turns.delete(name)
      })
  )
}

/** Records that the file is complete. Called before the file gets its final name. */
export const keepFile = (sender: Sender, destination: Destination, info: Stats) => {
  const receipt = receiptOf(sender, destination)
  return receipt === undefined ? Effect.void : keepReceipt(receipt, { file: markOf(info) })
}

/** Registers the item and records its id under the key, so that a repeated upload returns the same item. */
export const registerOnce = (sender: Sender, opened: OpenDestination) =>
  Effect.gen(function* () {
    const itemId = yield* register(opened)
    const receipt = receiptOf(sender, opened)
    if (receipt !== undefined) yield* keepReceipt(receipt, { itemId })
    return itemId
  })

/**
 * Returns the item of an earlier upload with this key. If that upload completed its file but not the registration,
 * registers the item now.
 */
export const settledBefore = (sender: Sender, opened: OpenDestination) =>
  Effect.gen(function* () {
    const done = yield* doneBefore(sender, opened)
    if (Option.isSome(done)) return done
    return (yield* isOwnFile(sender, opened))
      ? Option.some(yield* registerOnce(sender, opened))
      : Option.none<string>()
  })
