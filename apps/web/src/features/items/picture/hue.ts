import { thumbHashToAverageRGBA } from "thumbhash"

/** Below this chroma, an average color is nearly gray and its hue is meaningless. */
const GRAY = 0.02

/** Converts sRGB to the axes a and b of the OKLab color space by Björn Ottosson. */
const axesOf = (rgb: ReadonlyArray<number>): readonly [a: number, b: number] => {
  const [r = 0, g = 0, b = 0] = rgb.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  )
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  ]
}

/**
 * Returns the average hue of a picture in degrees of OKLCH, computed from its thumbhash. Returns undefined for gray
 * pictures and invalid hashes.
 */
export const hueOfPicture = (thumbHash: string): number | undefined => {
  try {
    const { b, g, r } = thumbHashToAverageRGBA(
      Uint8Array.from(atob(thumbHash), (letter) => letter.charCodeAt(0))
    )
    const [x, y] = axesOf([r, g, b])
    if (Math.hypot(x, y) < GRAY) return undefined
    return Math.round((Math.atan2(y, x) * 180) / Math.PI + 360) % 360
  } catch {
    return undefined
  }
}

/** Returns CSS custom properties for the colors around a picture, from which tokens.css derives all shades. */
export const artStyle = (thumbHash: string | undefined): Readonly<Record<string, string>> => {
  const hue = thumbHash === undefined ? undefined : hueOfPicture(thumbHash)
  return hue === undefined ? { "--art-chroma": "0" } : { "--art-hue": String(hue) }
}
