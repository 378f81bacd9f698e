/** The whole screen for the page of a reader, or back; browsers that refuse leave all as it is. */
export const toggleFullscreen = (part: HTMLElement | null): void => {
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : part?.closest("main")?.requestFullscreen()
  void done?.catch(() => undefined)
}
