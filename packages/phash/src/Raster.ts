/** Pixels without alpha: `width * height * 3` bytes as RGB, line by line from the top. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Creates a black picture. */
export const blackRaster = (width: number, height: number): Raster => ({
  width,
  height,
  data: new Uint8Array(width * height * 3)
})
