import { StorageFull, StorageUnavailable } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"

const fullCodes = ["ENOSPC", "EDQUOT"]
/** Error codes of a disk that is failing, read-only, or has wrong permissions. An operator must fix it. */
const refusedCodes = ["EIO", "EROFS", "EACCES", "EPERM", "ENOTDIR", "EMFILE", "ENFILE", "ESTALE"]

/** Reports and logs disk errors. All other errors are defects of the server. */
export const onDisk = <A, R>(
  work: Effect.Effect<A, { readonly _tag: "AssetFailure"; readonly code: string }, R>
) =>
  Effect.catchAll(work, (failure) => {
    const isFull = fullCodes.includes(failure.code)
    if (!isFull && !refusedCodes.includes(failure.code)) return Effect.die(failure)
    const told = isFull ? new StorageFull() : new StorageUnavailable({ code: failure.code })
    return Effect.zipRight(Effect.logError("a picture could not be written", failure), Effect.fail(told))
  })
