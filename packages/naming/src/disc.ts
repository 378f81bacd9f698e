/** A folder with the folder that contains it. */
interface Nested<F> {
  readonly parent: F | null
  readonly segment: { readonly raw: string }
}

/** `CD1`, `Disc 2`: one disc of a movie. */
const numberedDisc = /^(?:cd|dvd|dis[ck]|part)[\s._-]?(\d{1,2})$/i

/** The number of the disc that a folder contains. */
export const discNumber = (name: string): number | null => {
  const [, number] = numberedDisc.exec(name.trim()) ?? []
  return number === undefined ? null : Number(number)
}

/** The folder above the folders of a copied disc: `VIDEO_TS` of a DVD, `BDMV/STREAM` of a Blu-ray. Null for any other. */
export const discRoot = <F extends Nested<F>>(folder: F): F | null => {
  const { parent } = folder
  const root = /^video_ts$/i.test(folder.segment.raw)
    ? parent
    : /^stream$/i.test(folder.segment.raw) && parent !== null && /^bdmv$/i.test(parent.segment.raw)
      ? parent.parent
      : null
  return root === null || root.parent === null ? null : root
}
