import { naturally } from "@media/kernel/NaturalOrder"
import { ordinalsFor } from "./ordinals.ts"

/** An image as the input of the ordering. */
interface Arranged {
  readonly id: string
  /** Its name in the gallery. */
  readonly name: string
  /** Its ordinal in this gallery; null if it is new there. */
  readonly ordinal: number | null
}

/**
 * The new positions of the images in one gallery, limited to those that must move: by name, page 2 before page 10. If a
 * person has sorted them, new ones come last. Pure.
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
