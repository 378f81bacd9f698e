import { naturally } from "@media/kernel/NaturalOrder"
import { ordinalsFor } from "./ordinals.ts"

/** An image whose position in a gallery is to be computed. */
interface Arranged {
  readonly id: string
  /** The image's name in the gallery. */
  readonly name: string
  /** The image's ordinal in this gallery. Null if the image is new in the gallery. */
  readonly ordinal: number | null
}

/**
 * Returns new ordinals for the images of a gallery that must move. Images are sorted naturally by name, so page 2
 * precedes page 10. If a user has sorted the gallery, new images are added at the end. Pure.
 */
export const arranged = (images: ReadonlyArray<Arranged>, isHandSorted: boolean) => {
  const byName = (a: Arranged, b: Arranged) => naturally(a.name, b.name)
  const known = images.filter(({ ordinal }) => ordinal !== null)
  const fresh = images.filter(({ ordinal }) => ordinal === null)
  return ordinalsFor(
    isHandSorted
      ? [...known.toSorted((a, b) => a.ordinal! - b.ordinal!), ...fresh.toSorted(byName)]
      : images.toSorted(byName)
  )
}
