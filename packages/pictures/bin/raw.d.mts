import type { Source } from "./source.mjs"

export interface RawPhoto {
  readonly jpeg?: Buffer
  readonly orientation?: number
  readonly width?: number
  readonly height?: number
  readonly exif?: Buffer | ReadonlyArray<Buffer>
}
export const rawPhoto: (source: Source, mostPixels: number) => RawPhoto | undefined
