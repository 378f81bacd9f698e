import * as Schema from "effect/Schema"

/** Ends with the API's error code for it. */
export const DISK_FULL = "The disk is full (storage_full)"

/**
 * The disk rejected the operation. `code` is the errno name; `ENOSPC` also if less space is free than any work needs.
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
