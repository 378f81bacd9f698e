import * as Schema from "effect/Schema"

/** The message for a full disk. It ends with the API's error code for this case. */
export const DISK_FULL = "The disk is full (storage_full)"

/**
 * A file operation failed. `code` is the errno name. It is also `ENOSPC` if too little disk space is free to start
 * generating files.
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
