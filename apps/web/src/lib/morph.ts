/** The name of the view transition. Only the pictures of the current navigation have this name. */
const NAME = "artwork"
/**
 * Maximum time that the browser waits for the new page while it freezes the old page. After this time, the new page
 * appears without animation.
 */
const LONGEST_FREEZE_MS = 250

const wait = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

/**
 * Waits until the artwork of the newly opened page is rendered, and returns it. Returns null if the artwork is not
 * rendered by the time `until`.
 */
const arrived = async (until: number): Promise<HTMLElement | null> => {
  for (;;) {
    const found = document.querySelector<HTMLElement>("[data-morph]")
    if (found || performance.now() >= until) return found
    await wait(16)
  }
}

/**
 * Opens a page with an animation from the clicked picture to the same picture on that page. There is no animation if
 * the browser does not support view transitions or the user prefers reduced motion.
 */
export const morph = (picture: HTMLElement | null, open: () => Promise<unknown>): void => {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches
  // The check uses `in`, because older browsers lack this method although its type says otherwise.
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
  // Ignores the rejection when the browser skips the animation, for example in a hidden window. The page opens anyway.
  transition.ready.catch(() => undefined)
}
