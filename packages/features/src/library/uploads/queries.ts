import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { headBytes } from "../../Signatures.ts"
import type { UploadCheck, UploadQuestion } from "./contract.ts"
import { UploadRefused } from "./errors.ts"
import { openExisting } from "./folders.ts"
import * as Disk from "./incoming.ts"
import { destinationFor, type Destination } from "./destination.ts"
import { doneBefore, isOwnFile, type Sender } from "./repeats.ts"
import { tooLarge, videoRule, wrongContent } from "./rule.ts"

const asRefused = (cause: unknown): Effect.Effect<never, UploadRefused> => {
  const refused = Disk.refusalOf(cause)
  return refused instanceof UploadRefused ? refused : Effect.die(refused)
}

const fileCall = (call: () => Promise<void>): Effect.Effect<void, UploadRefused> =>
  Effect.catchAll(Effect.tryPromise({ try: call, catch: (cause) => cause }), asRefused)

/** Fails if the upload would fail now because the folder is not writable, the name is taken or the disk is full. */
const requireFolder = (sender: Sender, destination: Destination, bytes: number) =>
  Effect.acquireUseRelease(
    Effect.catchAll(
      Effect.tryPromise({
        try: () => openExisting(destination.target.root.path, destination.folders),
        catch: (cause) => cause
      }),
      asRefused
    ),
    ({ folder, isWhole }) =>
      Effect.gen(function* () {
        yield* fileCall(() => Disk.requireWritable(folder))
        if (isWhole && !(yield* isOwnFile(sender, { ...destination, folder })))
          yield* fileCall(() => Disk.requireFree(folder, destination.name))
        yield* fileCall(() => Disk.requireRoom(folder, bytes))
      }),
    ({ folder }) => Effect.promise(() => folder.close())
  )

/** Predicts the result of an upload before any bytes are sent. The check neither changes nor reserves anything. */
export const checkUpload = Effect.fn("uploads.check")(function* (
  principal: Principal,
  question: UploadQuestion
) {
  const { folder = "", head, idempotencyKey, libraryRootId, name, size } = question
  const sender = { accountId: principal.accountId, key: idempotencyKey }
  const rule = yield* videoRule
  return yield* Effect.gen(function* () {
    const destination = yield* destinationFor(principal, rule.kind, { rootId: libraryRootId, folder, name })
    const done = yield* doneBefore(sender, destination)
    if (Option.isSome(done)) return { itemId: done.value, refusal: null }
    if (size > rule.maxBytes) return yield* tooLarge(rule)
    if (head !== undefined && !rule.beginsWell(Buffer.from(head, "base64").subarray(0, headBytes)))
      return yield* wrongContent(rule)
    yield* requireFolder(sender, destination, size)
    return { itemId: null, refusal: null }
  }).pipe(
    Effect.catchTag("UploadRefused", ({ code, message, status }) =>
      Effect.succeed<UploadCheck>({ itemId: null, refusal: { status, code, message } })
    )
  )
})
