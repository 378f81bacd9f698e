import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { rowOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Access from "../../platform/access/Access.ts"
import { fileKindOf } from "../../catalog/files/FileKind.ts"
import type { ScannedRoot } from "../../catalog/files/Classify.ts"
import type { ItemKind } from "../../ItemKind.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { UploadRefused } from "./errors.ts"

const Row = Schema.Struct({
  library_id: Schema.String,
  path: Schema.String,
  enabled: Schema.Boolean,
  recursive: Schema.Boolean,
  contents: Schema.Array(Schema.String)
})

export interface UploadTarget {
  readonly root: ScannedRoot
  readonly recursive: boolean
}

const refuse = (status: UploadRefused["status"], code: UploadRefused["code"], message: string) =>
  new UploadRefused({ status, code, message })

/**
 * Returns the root that receives the caller's file. Fails if the caller may not upload to the root. A hidden root is
 * reported as not found.
 */
export const uploadTarget = Effect.fn("uploads.target")(function* (
  principal: Principal,
  rootId: string | undefined
) {
  if (rootId === undefined || rootId === "")
    return yield* refuse(400, "validation", "libraryRootId: must be the id of a library folder.")
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const found = isUuid(rootId)
    ? yield* rowOf(Row)(sql`
        select r.library_id, r.path, r.enabled, r.recursive, l.contents
        from library_roots r join libraries l on l.id = r.library_id
        where r.id = ${rootId} and ${visibility.libraries("l")}`)
    : Option.none()
  if (Option.isNone(found)) return yield* new NotFound({ what: "library folder" })
  const { contents, enabled, library_id, path, recursive } = found.value
  yield* Access.require(principal, "upload", { id: library_id })
  if (!enabled)
    return yield* refuse(400, "validation", "libraryRootId: this folder is turned off in its library.")
  return {
    root: { libraryId: library_id, rootId, path: Buffer.from(path), contents },
    recursive
  } satisfies UploadTarget
})

/** Fails if the library does not accept files of this name and kind. */
export const requireKind = (
  name: string,
  kind: ItemKind,
  contents: ReadonlyArray<string>
): Effect.Effect<void, UploadRefused> => {
  const judged = fileKindOf(name, {
    contents,
    hasSibling: () => false,
    hasVideo: () => false,
    knownKind: undefined
  })
  if (judged._tag === "Ignored")
    return Effect.fail(refuse(415, "unsupported_media_type", `file: ${judged.reason}.`))
  return judged.claims.some((claim) => claim.kind.kind === kind)
    ? Effect.void
    : Effect.fail(
        refuse(
          415,
          "unsupported_media_type",
          `file: the name must have the extension of a supported ${kind} format.`
        )
      )
}
