/** A name that only the pictures on both sides of one change of page have. */
const NAME = "artwork"
/** The page is frozen while it waits for the next one; a slower page appears without the movement. */
const LONGEST_FREEZE_MS = 250

const wait = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

/** The artwork of the page that has just opened, once it is rendered. */
const arrived = async (until: number): Promise<HTMLElement | null> => {
  for (;;) {
    const found = document.querySelector<HTMLElement>("[data-morph]")
    if (found || performance.now() >= until) return found
    await wait(16)
  }
}

/**
 * Opens a page with a movement from the picture that was pressed to the same picture on the page. Without support in
 * the browser, or if the user prefers reduced motion, it only opens the page.
 */
export const morph = (picture: HTMLElement | null, open: () => Promise<unknown>): void => {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches
  // `in`, because older browsers lack what the type promises.
  if (picture === null || isStill || !("startViewTransition" in document)) return void open()
  picture.style.viewTransitionName = NAME
  let target: HTMLElement | null = null
  const transition = document.startViewTransition(async () => {
    const until = performance.now() + LONGEST_FREEZE_MS
    await Promise.race([open(), wait(LONGEST_FREEZE_MS)])
    picture.style.viewTransitionName = ""
    target = await arrived(until)
    if (target) target.style.viewTransitionName = NAME
  })
  void transition.finished
    .catch(() => undefined)
    .then(() => {
      if (target) target.style.viewTransitionName = ""
    })
  // The browser skips it, for example while the window is hidden. The page has opened nevertheless.
  transition.ready.catch(() => undefined)
}
