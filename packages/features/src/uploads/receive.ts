import * as SqlClient from "@effect/sql/SqlClient"
import type { FolderInside } from "@media/kernel/FolderInside"
import { uuidv7 } from "@media/kernel/Ids"
import { streamForm } from "@media/http/request/StreamForm"
import { rowOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { lstat, readdir, unlink } from "node:fs/promises"
import type { IncomingMessage } from "node:http"
import type { ItemKind } from "../items/kinds.ts"
import { places } from "../libraries/places.ts"
import { ingestBatch } from "../scan/ingest/IngestBatch.ts"
import { entriesAt } from "../scan/ingest/Manifest.ts"
import { pathHash } from "../scan/ingest/PathHashes.ts"
import { emptyTally } from "../scan/ScanTally.ts"
import { UploadRefused } from "./errors.ts"
import * as Disk from "./incoming.ts"
import { fileNameFrom, folderFrom } from "./names.ts"
import { requireKind, uploadTarget, type UploadTarget } from "./target.ts"

export interface UploadRule {
  readonly kind: ItemKind
  readonly maxBytes: number
  /** Does a file begin like one of the kind? */
  readonly beginsWell: (head: Buffer) => boolean
}

interface Placed {
  readonly target: UploadTarget
  readonly folders: ReadonlyArray<string>
  readonly folder: FolderInside
}

const Found = Schema.Struct({ id: Schema.String })
const Reason = Schema.Struct({ reason: Schema.NullOr(Schema.String) })

/**
 * The file that lies there now becomes an item, exactly as if a scan of its folder had met it: by the same rules, events and
 * jobs, and one item only when a scan meets it at the same moment.
 */
const register = ({ folder, folders, target }: Placed, name: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { root } = target
    const relative = Buffer.from([...folders, name].join("/"))
    const [info, names] = yield* Effect.promise(() =>
      Promise.all([lstat(folder.at(name)), readdir(folder.path)])
    )
    const siblings = new Set(names)
    const file = { relative, name, size: info.size, mtimeMs: Math.floor(info.mtimeMs) }
    const hash = pathHash(relative)
    const [known] = yield* entriesAt(root.rootId, [hash])
    yield* ingestBatch(
      root,
      { files: [{ file, known, hasSibling: (other) => siblings.has(other) }], skipped: [], absent: [] },
      emptyTally()
    )
    const item = yield* rowOf(Found)(sql`
      select item_id as id from item_files where root_id = ${root.rootId} and path_hash = ${hash} and is_present`)
    if (Option.isSome(item)) return item.value.id
    const why = yield* rowOf(Reason)(
      sql`select reason from scanned_files where root_id = ${root.rootId} and path_hash = ${hash}`
    )
    yield* Effect.promise(() => unlink(folder.at(name)).catch(() => undefined))
    const reason = Option.getOrUndefined(why)?.reason ?? "the library does not take it"
    return yield* new UploadRefused({
      status: 415,
      code: "unsupported_media_type",
      message: `file: ${reason}.`
    })
  })

const orRefuse = <A, E>(either: Either.Either<A, E>): A => {
  if (Either.isRight(either)) return either.right
  throw new UploadRefused({ status: 400, code: "validation", message: (either.left as Error).message })
}

/** Everything that is open while a form is read, and closed whatever becomes of it. */
class Upload {
  readonly id = uuidv7()
  readonly fields = new Map<string, string>()
  name: string | undefined
  placed: Placed | undefined
  incoming: Disk.Incoming | undefined
  isSpooled = false

  async close(): Promise<void> {
    if (this.incoming !== undefined) await Disk.discard(this.incoming)
    await this.placed?.folder.close()
  }
}

/** Receives one file of a form and registers it; answers the id of its item. Nothing of it is left when it fails. */
export const receiveUpload = Effect.fn("uploads.receive")(function* (
  principal: Principal,
  request: IncomingMessage,
  rule: UploadRule
) {
  const sql = yield* SqlClient.SqlClient
  const runtime = yield* Effect.runtime<SqlClient.SqlClient>()
  const { cacheDir } = yield* places
  const upload = new Upload()
  const length = Number(request.headers["content-length"] ?? 0)

  /** As soon as it is known where the file goes, and what it is called. */
  const place = async (name: string): Promise<Placed> => {
    const target = await Runtime.runPromise(runtime)(
      Effect.either(
        Effect.tap(uploadTarget(principal, upload.fields.get("libraryRootId")), ({ root }) =>
          requireKind(name, rule.kind, root.contents)
        )
      )
    ).then((either) => {
      if (Either.isLeft(either)) throw either.left
      return either.right
    })
    const folders = orRefuse(folderFrom(upload.fields.get("folder") ?? ""))
    if (folders.length > 0 && !target.recursive)
      throw new UploadRefused({
        status: 400,
        code: "validation",
        message: "folder: this library folder is used without its subfolders."
      })
    const folder = await Disk.openTarget(target.root.path, folders)
    upload.placed = { target, folders, folder }
    await Disk.requireFree(folder, name)
    await Disk.requireRoom(folder, length)
    const temporary = [...folders, Disk.incomingName(upload.id)].join("/")
    await Runtime.runPromise(runtime)(
      sql`insert into uploads (id, root_id, path_bytes) values (${upload.id}, ${target.root.rootId}, ${Buffer.from(temporary)})`
    )
    return upload.placed
  }

  const begin = async (name: string): Promise<Disk.Incoming> => {
    if (!upload.fields.has("libraryRootId")) {
      upload.isSpooled = true
      return Disk.beginSpool(cacheDir, upload.id, rule.maxBytes)
    }
    const { folder } = await place(name)
    return Disk.beginFile(folder.at(Disk.incomingName(upload.id)), rule.maxBytes)
  }

  const receive = async (): Promise<{ readonly placed: Placed; readonly name: string }> => {
    if (length > rule.maxBytes + 64 * 1024)
      throw new UploadRefused({
        status: 413,
        code: "payload_too_large",
        message: `The file may have at most ${Math.floor(rule.maxBytes / 1024 ** 2).toLocaleString("en-US")} MiB.`
      })
    await streamForm(request, {
      onField: (field, value) => void upload.fields.set(field, value),
      onFile: (field, sent) => {
        if (field !== "file" || upload.name !== undefined)
          throw new UploadRefused({
            status: 400,
            code: "validation",
            message: "Send one file in one request, in the field file."
          })
        const name = orRefuse(fileNameFrom(sent))
        upload.name = name
        return async (bytes) => {
          upload.incoming ??= await begin(name)
          await upload.incoming.write(bytes)
        }
      }
    })
    const { name } = upload
    if (name === undefined || upload.incoming === undefined)
      throw new UploadRefused({
        status: 400,
        code: "validation",
        message: "file: a file with contents is missing."
      })
    if (upload.isSpooled) {
      const { folder } = await place(name)
      const path = folder.at(Disk.incomingName(upload.id))
      upload.incoming = await Disk.fromSpool(upload.incoming, path, rule.maxBytes)
    }
    if (!rule.beginsWell(await Disk.headOf(upload.incoming)))
      throw new UploadRefused({
        status: 415,
        code: "unsupported_media_type",
        message: `file: the content is not that of a ${rule.kind}.`
      })
    const placed = upload.placed!
    await Disk.finishFile(upload.incoming, placed.folder, name)
    return { placed, name }
  }

  return yield* Effect.acquireUseRelease(
    Effect.succeed(upload),
    () =>
      Effect.flatMap(
        Effect.tryPromise({ try: receive, catch: (cause) => Disk.refusalOf(cause) }),
        ({ name, placed }) => register(placed, name)
      ),
    () =>
      Effect.zipRight(
        Effect.promise(() => upload.close()),
        Effect.ignoreLogged(sql`delete from uploads where id = ${upload.id}`)
      )
  )
})
