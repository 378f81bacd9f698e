/** A folder and its parent folder. */
interface Nested<F> {
  readonly parent: F | null
  readonly segment: { readonly raw: string }
}

/** Matches the folder name of one disc of a movie: `CD1`, `Disc 2`. */
const numberedDisc = /^(?:cd|dvd|dis[ck]|part)[\s._-]?(\d{1,2})$/i

/** Returns the number of the disc that a folder contains, by the folder's name. Null for any other folder. */
export const discNumber = (name: string): number | null => {
  const [, number] = numberedDisc.exec(name.trim()) ?? []
  return number === undefined ? null : Number(number)
}

/**
 * Returns the folder that contains the folders of a copied disc: `VIDEO_TS` of a DVD, `BDMV/STREAM` of a Blu-ray. Null
 * for any other folder.
 */
export const discRoot = <F extends Nested<F>>(folder: F): F | null => {
  const { parent } = folder
  const root = /^video_ts$/i.test(folder.segment.raw)
    ? parent
    : /^stream$/i.test(folder.segment.raw) && parent !== null && /^bdmv$/i.test(parent.segment.raw)
      ? parent.parent
      : null
  return root === null || root.parent === null ? null : root
}
