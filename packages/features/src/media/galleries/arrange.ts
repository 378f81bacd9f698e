import { naturally } from "@media/kernel/NaturalOrder"
import { ordinalsFor } from "./ordinals.ts"

/** An image as its place in a gallery is found. */
interface Arranged {
  readonly id: string
  /** What it is called there. */
  readonly name: string
  /** Its place in this gallery; null: it is new there. */
  readonly ordinal: number | null
}

/**
 * Where these images of one gallery belong, of those alone that have to move: by their names, page 2 before page 10. Where a
 * person has put them in an order, what is new comes behind. Pure.
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
