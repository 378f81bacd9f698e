import type { MediaProcessError } from "../MediaToolErrors.ts"
import { HlsUnavailable } from "./HlsErrors.ts"
import { SplitterError } from "./TransportStreamSplitter.ts"

const WORDS: Readonly<Record<string, string>> = {
  EROFS: "it is read-only",
  EACCES: "no permission",
  EPERM: "no permission",
  ENOENT: "it was removed",
  ENOTDIR: "a file has its name",
  EEXIST: "a file has its name",
  EFBIG: "a file would exceed the limit on file sizes",
  EIO: "its disk reports an error"
}

/**
 * Converts any error during a conversion to `HlsUnavailable`. The status and the routes use the functions of this
 * module, so both report the same reason.
 */
export const fromDisk = (cause: unknown): HlsUnavailable => {
  if (cause instanceof HlsUnavailable) return cause
  if (cause instanceof SplitterError) {
    return new HlsUnavailable({
      code: "stream-broken",
      reason: `The converted video cannot be cut into segments: ${cause.message}`,
      isTransient: false
    })
  }
  const code = (cause as NodeJS.ErrnoException).code
  if (code === "ENOSPC" || code === "EDQUOT") return diskFull()
  return new HlsUnavailable({
    code: "producer-failed",
    reason: `The cache directory cannot be used (${WORDS[code ?? ""] ?? code ?? "unknown error"})`,
    isTransient: true
  })
}

/**
 * Converts an error of a tool to `HlsUnavailable`. A missing, killed or hanging tool does not mean that there is a
 * problem with the source, so the failure is transient.
 */
export const fromTool = (error: MediaProcessError): HlsUnavailable =>
  new HlsUnavailable({ code: "producer-failed", reason: error.message, isTransient: true })

/**
 * Returns the failure for a file in which two runs ended at the same position. The failure is permanent, because a
 * third run would end there too.
 */
export const crashedTwice = (reason: string): HlsUnavailable =>
  new HlsUnavailable({
    code: "stream-broken",
    reason: `The conversion failed twice at the same position: ${reason}`,
    isTransient: false
  })

export const diskFull = (): HlsUnavailable =>
  new HlsUnavailable({
    code: "disk-full",
    reason: "The disk of the cache directory is full",
    isTransient: true
  })

const GIB = 1024 ** 3
const inGib = (bytes: number): string => (bytes / GIB).toFixed(bytes < 10 * GIB ? 1 : 0)

/**
 * Returns the failure for a complete conversion that does not fit into the cache. The video can still be played,
 * because it is converted during playback.
 */
export const cacheTooSmall = (neededBytes: number, maxBytes: number): HlsUnavailable =>
  new HlsUnavailable({
    code: "cache-too-small",
    reason:
      `A complete conversion needs at least ${inGib(neededBytes)} GiB, but the HLS cache is limited to ` +
      `${inGib(maxBytes)} GiB (MEDIA_HLS_CACHE_GIB), so the video is converted during playback`,
    isTransient: false
  })

export const cacheInUse = (): HlsUnavailable =>
  new HlsUnavailable({
    code: "disk-full",
    reason: "The HLS cache is full of videos that are being watched or converted",
    isTransient: true
  })

export const sourceMissing = (): HlsUnavailable =>
  new HlsUnavailable({
    code: "source-missing",
    reason: "The file no longer exists",
    isTransient: true
  })

export const sourceChanged = (): HlsUnavailable =>
  new HlsUnavailable({
    code: "source-changed",
    reason: "The file has changed since it was examined and must be examined again",
    isTransient: true
  })

/**
 * Returns the failure for a source that is shorter than its header claims. `endSeconds` is the end of the frames,
 * `undefined` if there are no frames.
 */
export const sourceShort = (endSeconds: number | undefined, claimedSeconds: number): HlsUnavailable =>
  new HlsUnavailable({
    code: "source-short",
    reason:
      endSeconds === undefined
        ? "No frame could be decoded at this position: the file is damaged or incomplete"
        : `The file ends after ${endSeconds.toFixed(1)} s although it claims to last ${claimedSeconds.toFixed(1)} s`,
    isTransient: false
  })

export const unplayable = (reason: string): HlsUnavailable =>
  new HlsUnavailable({ code: "unplayable", reason, isTransient: false })

export const abandoned = (): HlsUnavailable =>
  new HlsUnavailable({ code: "producer-failed", reason: "The conversion was stopped", isTransient: true })

export const tooSlow = (): HlsUnavailable =>
  new HlsUnavailable({
    code: "timeout",
    reason: "The server is too slow to convert this video right now",
    isTransient: true
  })
