import type { RawFrame } from "../RawFrame.ts"

type Paint = (x: number, y: number) => readonly [number, number, number]

/** Paints a frame pixel by pixel, by default 320 x 180. */
export const paint = (color: Paint, width = 320, height = 180): RawFrame => {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.set(color(x, y), (y * width + x) * 3)
  return { width, height, data }
}

/** Returns pseudo-random grain that is the same in every run, so that test pictures do not depend on chance. */
const grain = (x: number, y: number): number =>
  (Math.imul(x * 374_761 + y * 668_265, 2_246_822_519) >>> 24) / 255

/** Paints hills, trees and a sky: bright, colorful and detailed. */
export const landscape: Paint = (x, y) => {
  const hill = 90 + 30 * Math.sin(x / 40) + 12 * Math.sin(x / 9)
  if (y < hill) return [110 + y / 3, 150 + y / 3, 225 - y / 4]
  const leaf = grain(x >> 1, y >> 1) * 110
  return [40 + leaf, 70 + leaf, 25 + leaf / 2]
}

export const dim =
  (of: Paint, share: number): Paint =>
  (x, y) => {
    const [r, g, b] = of(x, y)
    return [r * share, g * share, b * share]
  }

/** Simulates a lens out of focus: returns the mean of the surrounding pixels. */
export const blurred =
  (of: Paint, radius: number): Paint =>
  (x, y) => {
    const sum = [0, 0, 0]
    let count = 0
    for (let dy = -radius; dy <= radius; dy += 3)
      for (let dx = -radius; dx <= radius; dx += 3) {
        of(x + dx, y + dy).forEach((value, at) => (sum[at]! += value))
        count += 1
      }
    return [sum[0]! / count, sum[1]! / count, sum[2]! / count]
  }

/** Paints letters (a few strokes) on a single color. */
export const title =
  (ground: number, ink: number): Paint =>
  (x, y) => {
    const isLetter = y > 80 && y < 100 && x > 90 && x < 230 && (x >> 2) % 3 === 0
    const value = isLetter ? ink : ground
    return [value, value, value]
  }

/** Paints black bars around a picture: `rows` lines at the top and bottom, and `columns` lines at the sides. */
export const barred =
  (of: Paint, rows: number, columns = 0, width = 320, height = 180): Paint =>
  (x, y) => {
    const isBar = y < rows || y >= height - rows || x < columns || x >= width - columns
    const noise = Math.round(grain(x, y) * 6)
    return isBar ? [noise, noise, noise] : of(x, y)
  }
