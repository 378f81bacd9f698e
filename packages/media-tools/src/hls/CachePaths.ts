/** All file names in the cache folder of a video; `assets/AssetPaths` contains those of all assets. */
export const segmentName = (height: number, n: number): string => `${height}p_${n}.ts`
/** The end of a source that is shorter than it claims: served, but never counted as complete. */
export const shortSegmentName = (height: number, n: number): string => `.${height}p_${n}.short`
/** The rest of a segment from a part on, for a viewer who seeks into it. */
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
