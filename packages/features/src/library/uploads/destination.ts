import type { Invalid } from "@media/kernel/Errors"
import type { FolderInside } from "@media/kernel/FolderInside"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import type { ItemKind } from "../../ItemKind.ts"
import { UploadRefused } from "./errors.ts"
import { fileNameFrom, folderFrom } from "./names.ts"
import { requireKind, uploadTarget, type UploadTarget } from "./target.ts"

/** The client's description of a file and where to store it. */
export interface Wanted {
  readonly rootId: string | undefined
  /** The folder relative to the root. Empty for the root itself. */
  readonly folder: string
  readonly name: string
  /**
   * True if the folder is known to exist. Its path is then used as it is, without checking or cleaning up the folder
   * names.
   */
  readonly isThere?: boolean
}

/** The location where a file will be stored, with validated file and folder names. */
export interface Destination {
  readonly target: UploadTarget
  readonly folders: ReadonlyArray<string>
  readonly name: string
}

/** A destination whose folder is open. */
export interface OpenDestination extends Destination {
  readonly folder: FolderInside
}

const invalid = (message: string) => new UploadRefused({ status: 400, code: "validation", message })

export const orInvalid = <A>(either: Either.Either<A, Invalid>): Effect.Effect<A, UploadRefused> =>
  Effect.mapError(either, ({ message }) => invalid(message))

/**
 * Returns the destination of a file. Fails if the caller may not upload there, or if the library does not accept files
 * with this name.
 */
export const destinationFor = Effect.fn("uploads.destination")(function* (
  principal: Principal,
  kind: ItemKind,
  wanted: Wanted
) {
  const target = yield* uploadTarget(principal, wanted.rootId)
  const name = yield* orInvalid(fileNameFrom(wanted.name))
  yield* requireKind(name, kind, target.root.contents)
  const folders =
    wanted.isThere === true
      ? wanted.folder.split("/").filter((part) => part !== "")
      : yield* orInvalid(folderFrom(wanted.folder))
  if (folders.length > 0 && !target.recursive)
    return yield* invalid("folder: this library folder does not include its subfolders.")
  return { target, folders, name } satisfies Destination
})
