import { join } from "node:path"

/** Every name in a video's cache directory, in one place. `id` has been checked by `videoDirectory`. */
const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/

export const videoDirectory = (cacheDir: string, id: string): string => {
  if (!ID.test(id)) throw new RangeError("a video id may hold letters, digits, '-' and '_' only")
  return join(cacheDir, id)
}

export const segmentName = (height: number, n: number): string => `${height}p_${n}.ts`
/** The end of a source that is shorter than it claims: served, but never counted as complete. */
export const shortSegmentName = (height: number, n: number): string => `.${height}p_${n}.short`
export const temporaryName = (height: number, n: number, runId: string): string =>
  `.${height}p_${n}.${runId}.tmp`
export const variantName = (height: number): string => `${height}p.m3u8`
export const trickplayName = (height: number, extension: "vtt" | "jpg"): string =>
  `${height}p_thumbnails.${extension}`

export const MASTER_NAME = "master.m3u8"
export const SIDECAR_NAME = "metadata.json"
export const FINDINGS_NAME = "findings.json"
export const GENERATION_NAME = "generation.json"

/** Held by a process at work on the video, and worth something as long as it is young: see `CacheBound.ts`. */
export const leaseName = (owner: string): string => `.busy-${owner}`
export const isLease = (name: string): boolean => name.startsWith(".busy-")

const SEGMENT = /^(\d+)p_(\d+)\.ts$/

export interface SegmentFile {
  readonly height: number
  readonly n: number
}

export const parseSegmentName = (name: string): SegmentFile | undefined => {
  const match = SEGMENT.exec(name)
  return match === null ? undefined : { height: Number(match[1]), n: Number(match[2]) }
}

export const isTemporary = (name: string): boolean => name.endsWith(".tmp")
export const isTrickplay = (name: string): boolean => /^\d+p_thumbnails\.(vtt|jpg)$/.test(name)
