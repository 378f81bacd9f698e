import { onScopeDispose, shallowRef, watch, type Ref } from "vue"

/**
 * Fraction of the row's width by which an arrow button scrolls. It is below 1, so that the last visible card becomes
 * the first.
 */
const STEP = 0.85

/** Returns the directions in which a row can be scrolled sideways, and functions that scroll the row. */
export const useShelf = (row: Readonly<Ref<HTMLElement | null>>) => {
  const hasBefore = shallowRef(false)
  const hasMore = shallowRef(false)

  const look = (): void => {
    const box = row.value
    if (!box) return
    // In right-to-left layouts, `scrollLeft` starts at 0 and becomes negative.
    const passed = Math.abs(box.scrollLeft)
    hasBefore.value = passed > 1
    hasMore.value = passed + box.clientWidth < box.scrollWidth - 1
  }
  const sizes = new ResizeObserver(look)
  const contents = new MutationObserver(look)
  watch(row, (box, before) => {
    before?.removeEventListener("scroll", look)
    if (!box) return
    sizes.observe(box)
    contents.observe(box, { childList: true })
    box.addEventListener("scroll", look, { passive: true })
    look()
  })
  onScopeDispose(() => (sizes.disconnect(), contents.disconnect()))

  const isFromRight = (box: HTMLElement): boolean => getComputedStyle(box).direction === "rtl"
  const move = (way: 1 | -1): void => {
    const box = row.value
    if (!box) return
    box.scrollBy({ left: way * (isFromRight(box) ? -1 : 1) * box.clientWidth * STEP, behavior: "smooth" })
  }
  /** Handles arrow keys, which move the focus between the first links or buttons of the cards. */
  const onKey = (event: KeyboardEvent): void => {
    const box = row.value
    if (!box || event.altKey || event.ctrlKey || event.metaKey) return
    const cards = [...box.children].map((card) => card.querySelector<HTMLElement>("a[href], button"))
    const here = [...box.children].findIndex((card) => card.contains(document.activeElement))
    const forward = isFromRight(box) ? "ArrowLeft" : "ArrowRight"
    const backward = isFromRight(box) ? "ArrowRight" : "ArrowLeft"
    const next = { [forward]: here + 1, [backward]: here - 1, Home: 0, End: cards.length - 1 }[event.key]
    const card = next === undefined || here < 0 ? undefined : cards[next]
    if (!card) return
    event.preventDefault()
    card.focus()
    card.scrollIntoView({ block: "nearest", inline: "nearest" })
  }
  return { hasBefore, hasMore, move, onKey }
}
