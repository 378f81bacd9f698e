import { StorageFull, StorageUnavailable } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"

const fullCodes = ["ENOSPC", "EDQUOT"]
/**
 * Error codes of problems that an administrator must fix: a failing or read-only disk, wrong permissions, or too many
 * open files.
 */
const refusedCodes = ["EIO", "EROFS", "EACCES", "EPERM", "ENOTDIR", "EMFILE", "ENFILE", "ESTALE"]

/**
 * Logs disk errors and replaces them with errors for users. All other errors are bugs in the server, so they become
 * defects.
 */
export const onDisk = <A, R>(
  work: Effect.Effect<A, { readonly _tag: "AssetFailure"; readonly code: string }, R>
) =>
  Effect.catchAll(work, (failure) => {
    const isFull = fullCodes.includes(failure.code)
    if (!isFull && !refusedCodes.includes(failure.code)) return Effect.die(failure)
    const told = isFull ? new StorageFull() : new StorageUnavailable({ code: failure.code })
    return Effect.zipRight(Effect.logError("a picture could not be written", failure), Effect.fail(told))
  })
