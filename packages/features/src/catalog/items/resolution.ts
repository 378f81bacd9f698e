/**
 * Resolutions with the minimum pixels of the long and of the short side. Reaching one of the two is enough: a video of
 * 1920 x 800 is "1080p". The web app uses the same names (`lib/format.ts`).
 */
const classes = [
  ["4k", 3_800, 2_100],
  ["1440p", 2_500, 1_400],
  ["1080p", 1_900, 1_060],
  ["720p", 1_260, 700]
] as const

/** Resolutions in descending order. `sd` stands for all resolutions below 720p. */
export const resolutions = ["4k", "1440p", "1080p", "720p", "sd"] as const
export type Resolution = (typeof resolutions)[number]

/** Returns the rank of a resolution, from 5 for `4k` to 1 for `sd`. */
export const rankOf = (resolution: Resolution): number => resolutions.length - resolutions.indexOf(resolution)

/**
 * Returns SQL for the rank of an item's resolution, or 0 if its width or height is unknown. Must match the index
 * `items_resolution` exactly.
 */
export const rankIn = (alias: string): string => {
  const [long, short] = ["greatest", "least"].map((of) => `${of}(${alias}.width, ${alias}.height)`)
  const cases = classes.map(
    ([name, ofLong, ofShort]) => `when ${long} >= ${ofLong} or ${short} >= ${ofShort} then ${rankOf(name)}`
  )
  return `(case when coalesce(${alias}.width, 0) = 0 or coalesce(${alias}.height, 0) = 0 then 0 ${cases.join(" ")} else 1 end)`
}
