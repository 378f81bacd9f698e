/** A transition name that only the pictures of one navigation have. */
const NAME = "artwork"
/**
 * The browser freezes the page while it waits for the next one. If that takes longer, the page appears without
 * animation.
 */
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
 * Opens a page with an animation from the clicked picture to the same picture on that page. Without animation if the
 * browser does not support it, or if the user prefers reduced motion.
 */
export const morph = (picture: HTMLElement | null, open: () => Promise<unknown>): void => {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches
  // Checked with `in`, because older browsers lack this method despite its type.
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
  // The browser skips the animation, for example in a hidden window. The page opens anyway.
  transition.ready.catch(() => undefined)
}
