import * as SqlClient from "@effect/sql/SqlClient"
import type { EventStore } from "@media/event-store/EventStore"
import { streamForm } from "@media/http/request/StreamForm"
import { AdminRequired } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import type { Principal } from "@media/wire/Security"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import type { IncomingMessage } from "node:http"
import * as Access from "../../platform/access/Access.ts"
import { configuredFolders } from "@media/disk/ForbiddenFolders"
import { UploadRefused } from "./errors.ts"
import { missingOf, openTarget, removeEmpty } from "./folders.ts"
import * as Disk from "./incoming.ts"
import { fileNameFrom } from "./names.ts"
import { orInvalid, destinationFor, type OpenDestination } from "./destination.ts"
import { inTurn, keepFile, registerOnce, settledBefore } from "./repeats.ts"
import { tooLarge, type UploadRule } from "./rule.ts"

/** Number of bytes of a form allowed in addition to the file, for boundaries, headers and other fields. */
const ENVELOPE_BYTES = 64 * 1024

/** Ends an upload early, because an earlier request with the same key already completed it. */
class Repeated extends Data.TaggedError("Repeated")<{ readonly itemId: string }> {}

const invalid = (message: string) => new UploadRefused({ status: 400, code: "validation", message })

/**
 * The open files and folders of an upload. `close` is called whether or not the upload succeeds, and removes unfinished
 * files and empty folders.
 */
class Upload {
  readonly id = uuidv7()
  readonly fields = new Map<string, string>()
  name: string | undefined
  destination: OpenDestination | undefined
  incoming: Disk.Incoming | undefined
  isSpooled = false
  /** The number of folders that the upload created. */
  made = 0

  async close(): Promise<void> {
    if (this.incoming !== undefined) await Disk.discard(this.incoming)
    const { folder, folders, target } = this.destination ?? {}
    await folder?.close()
    if (target && folders) await removeEmpty(target.root.path, folders, this.made)
  }
}

/**
 * Time to wait for a running file operation when an upload is interrupted. The longest operation copies the largest
 * allowed file from one disk to another, at 20 MB/s or more.
 */
const LONGEST_STEP = "20 minutes"

/**
 * Receives one file of a form, registers the file, and returns the id of its item. A failed upload leaves nothing
 * behind. If the same key was used before, returns the item of the first upload as soon as the target is known.
 */
export const receiveUpload = Effect.fn("uploads.receive")(function* (
  principal: Principal,
  request: IncomingMessage,
  rule: UploadRule,
  key: string | undefined,
  /** The target of the upload, which overrides the target in the form. */
  into?: { readonly rootId: string; readonly folder: string }
) {
  const sql = yield* SqlClient.SqlClient
  const { cacheDir } = yield* configuredFolders
  const sender = { accountId: principal.accountId, key }
  const upload = new Upload()
  const fixed =
    into === undefined
      ? []
      : ([
          ["libraryRootId", into.rootId],
          ["folder", into.folder]
        ] as const)
  for (const [field, value] of fixed) upload.fields.set(field, value)
  const length = Number(request.headers["content-length"] ?? 0)
  const runtime = yield* Effect.runtime<SqlClient.SqlClient | EventStore>()
  const run = async <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient | EventStore>): Promise<A> => {
    const either = await Runtime.runPromise(runtime)(Effect.either(effect))
    if (Either.isRight(either)) return either.right
    const failure = either.left
    throw failure
  }
  const unlessRepeated = async (opened: OpenDestination): Promise<void> => {
    const settled = await run(settledBefore(sender, opened))
    if (Option.isSome(settled)) throw new Repeated({ itemId: settled.value })
  }

  /** Opens the target folder as soon as the target and the name are known. */
  const openDestination = async (name: string): Promise<OpenDestination> => {
    const wanted = {
      rootId: upload.fields.get("libraryRootId"),
      folder: upload.fields.get("folder") ?? "",
      name,
      isThere: into !== undefined
    }
    const found = await run(destinationFor(principal, rule.kind, wanted))
    const { path, rootId } = found.target.root
    const temporary = Buffer.from([...found.folders, Disk.incomingName(upload.id)].join("/"))
    // The upload is recorded before any folder is created, so that no unrecorded folder remains if the process is
    // killed.
    const missing = await missingOf(path, found.folders)
    await run(
      sql`
        insert into uploads (id, root_id, path_bytes, name_bytes, made)
        values (${upload.id}, ${rootId}, ${temporary}, ${Buffer.from(found.name)}, ${missing})`
    )
    const { folder, made } = await openTarget(path, found.folders)
    const opened = { ...found, folder }
    upload.destination = opened
    upload.made = made
    await unlessRepeated(opened)
    await Disk.requireFree(folder, opened.name)
    await Disk.requireRoom(folder, length)
    return opened
  }

  const begin = async (name: string): Promise<Disk.Incoming> => {
    if (!upload.fields.has("libraryRootId")) {
      // The form field with the target comes after the file, so the permission for the target cannot be checked yet.
      // Reject callers who may not upload anywhere, so that they cannot fill the disk.
      if (!Access.can(principal, "upload")) throw new AdminRequired()
      upload.isSpooled = true
      return Disk.beginSpool(cacheDir, upload.id, length, rule)
    }
    const { folder } = await openDestination(name)
    return Disk.beginFile(folder.at(Disk.incomingName(upload.id)), rule)
  }

  /** Gives the complete file its final name. */
  const finish = async (): Promise<OpenDestination> => {
    const incoming = upload.incoming!
    const opened = upload.destination!
    await unlessRepeated(opened)
    await run(keepFile(sender, opened, await incoming.handle.stat()))
    await Disk.finishFile(incoming, opened.folder, opened.name)
    return opened
  }

  const receive = async (): Promise<void> => {
    if (length > rule.maxBytes + ENVELOPE_BYTES) throw tooLarge(rule)
    await streamForm(request, {
      onField: (field, value) => {
        if (!fixed.some(([own]) => own === field)) upload.fields.set(field, value)
      },
      onFile: (field, sent) => {
        if (field !== "file" || upload.name !== undefined)
          throw invalid('Send one file per request, in the field "file".')
        upload.name = sent
        return async (bytes) => {
          if (upload.incoming === undefined) await run(orInvalid(fileNameFrom(sent)))
          upload.incoming ??= await begin(sent)
          await upload.incoming.write(bytes)
        }
      }
    })
    const { name } = upload
    if (name === undefined || upload.incoming === undefined)
      throw invalid("file: must be a file that is not empty.")
    if (upload.isSpooled) {
      const { folder } = await openDestination(name)
      upload.incoming = await Disk.fromSpool(upload.incoming, folder.at(Disk.incomingName(upload.id)))
    }
    await Disk.requireContent(upload.incoming.handle, rule)
    await Disk.flushFile(upload.incoming)
  }
  const asEffect = <A>(step: () => Promise<A>) =>
    Effect.tryPromise({ try: step, catch: (cause) => Disk.refusalOf(cause) })

  // An interruption does not stop running file operations, so files are removed only after these operations have ended.
  let receiving: Promise<void> | undefined
  const received = Effect.suspend(() => {
    if (receiving === undefined) return Effect.void
    const ended = receiving.catch(() => undefined)
    request.destroy()
    return Effect.asVoid(
      Effect.timeoutOption(
        Effect.promise(() => ended),
        LONGEST_STEP
      )
    )
  })
  return yield* Effect.acquireUseRelease(
    Effect.succeed(upload),
    () =>
      asEffect(() => (receiving = receive().finally(() => (receiving = undefined)))).pipe(
        // The whole file has arrived, so it is registered even if the client has disconnected. A repeated request gets
        // the same response.
        Effect.zipRight(
          Effect.uninterruptible(
            inTurn(
              sender,
              Effect.flatMap(asEffect(finish), (opened) => registerOnce(sender, opened))
            )
          )
        ),
        Effect.catchIf(
          (cause) => cause instanceof Repeated,
          ({ itemId }) => Effect.succeed(itemId)
        )
      ),
    () =>
      received.pipe(
        Effect.zipRight(Effect.promise(() => upload.close())),
        Effect.zipRight(Effect.ignoreLogged(sql`delete from uploads where id = ${upload.id}`))
      )
  )
})
