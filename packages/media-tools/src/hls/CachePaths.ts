/**
 * Returns the name of a segment file. This module defines the names of all HLS files in a video's cache folder, and
 * `assets/AssetPaths` defines the names of all other assets.
 */
export const segmentName = (height: number, n: number): string => `${height}p_${n}.ts`
/**
 * Returns the name of the last segment of a source that is shorter than its header claims. This segment is served, but
 * never counts as complete.
 */
export const shortSegmentName = (height: number, n: number): string => `.${height}p_${n}.short`
/**
 * Returns the name of the file with only the last parts of a segment. The file is created for a viewer who seeks into
 * the segment.
 */
export const segmentTailName = (height: number, n: number, part: number): string =>
  `.${height}p_${n}.from${part}`
export const temporaryName = (height: number, n: number, runId: string): string =>
  `.${height}p_${n}.${runId}.tmp`
export const variantName = (height: number): string => `${height}p.m3u8`
export const trickplayName = (height: number, extension: "vtt" | "jpg"): string =>
  `${height}p_thumbnails.${extension}`

export const MASTER_NAME = "master.m3u8"
export const SIDECAR_NAME = "metadata.json"
export const FINDINGS_NAME = "findings.json"

const SEGMENT = /^(\d+)p_(\d+)\.ts$/

export interface SegmentFile {
  readonly height: number
  readonly n: number
}

export const parseSegmentName = (name: string): SegmentFile | undefined => {
  const match = SEGMENT.exec(name)
  return match === null ? undefined : { height: Number(match[1]), n: Number(match[2]) }
}

export const isTrickplay = (name: string): boolean => /^\d+p_thumbnails\.(vtt|jpg)$/.test(name)
