import { StorageFull, StorageUnavailable } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"

const fullCodes = ["ENOSPC", "EDQUOT"]
/** A disk that is failing, read-only, or has wrong permissions: an operator must fix it. */
const refusedCodes = ["EIO", "EROFS", "EACCES", "EPERM", "ENOTDIR", "EMFILE", "ENFILE", "ESTALE"]

/** Reports and logs disk errors; other faults are the server's own. */
export const onDisk = <A, R>(
  work: Effect.Effect<A, { readonly _tag: "AssetFailure"; readonly code: string }, R>
) =>
  Effect.catchAll(work, (failure) => {
    const isFull = fullCodes.includes(failure.code)
    if (!isFull && !refusedCodes.includes(failure.code)) return Effect.die(failure)
    const told = isFull ? new StorageFull() : new StorageUnavailable({ code: failure.code })
    return Effect.zipRight(Effect.logError("a picture could not be written", failure), Effect.fail(told))
  })
