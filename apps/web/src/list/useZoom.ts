import { shallowRef, type Ref } from "vue"
import { follow } from "@/lib/followed"

/** Minimum card widths in pixels, indexed by zoom level. Phones show three, two or one card per row. */
const wide = [150, 184, 212, 284, 380]
const narrow = [104, 150, 150, 240, 240]
const PHONE = 520
export const largestZoom = wide.length - 1
const MIDDLE = 2

const valid = (text: string | null): number => {
  const value = Number(text ?? MIDDLE)
  return Number.isInteger(value) && value >= 0 && value <= largestZoom ? value : MIDDLE
}
const memory = follow("card-size", (text) => (kept.value = valid(text)))
const kept = shallowRef(valid(memory.read()))

/**
 * Returns the card size, which is the same in all lists of a user, and a function that changes the size. `aspect` is
 * the aspect ratio of the picture: width divided by height.
 */
export const useZoom = (): {
  readonly zoom: Ref<number>
  readonly change: (by: number) => void
  readonly minCell: (listWidth: number, aspect: number) => number
} => {
  const change = (by: number): void => {
    kept.value = Math.max(0, Math.min(largestZoom, kept.value + by))
    memory.write(String(kept.value))
  }
  return {
    zoom: kept,
    change,
    minCell: (listWidth, aspect) => {
      const size = (listWidth < PHONE ? narrow : wide)[kept.value] ?? wide[MIDDLE]!
      // Narrow pictures get more columns, so that rows keep the same height.
      return Math.round(aspect >= 1.5 ? size : size * (listWidth < PHONE ? 0.7 : 0.62))
    }
  }
}
