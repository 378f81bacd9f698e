import * as Schema from "effect/Schema"

/** The message for a full disk. It ends with the error code of the API. */
export const DISK_FULL = "The disk is full (storage_full)"

/**
 * The disk rejected the operation. `code` is the errno name. It is also `ENOSPC` if there is too little free space to
 * start work.
 */
export class AssetFailure extends Schema.TaggedError<AssetFailure>()("AssetFailure", {
  code: Schema.String
}) {
  override get message(): string {
    const isFull = this.code === "ENOSPC" || this.code === "EDQUOT"
    return isFull ? DISK_FULL : `The cache directory cannot be used (${this.code})`
  }
}

export const toAssetFailure = (cause: unknown): AssetFailure => {
  if (cause instanceof AssetFailure) return cause
  return new AssetFailure({ code: (cause as NodeJS.ErrnoException).code ?? "unknown error" })
}
