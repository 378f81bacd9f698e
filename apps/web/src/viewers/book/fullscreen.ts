/** Toggles fullscreen for a reader. Does nothing in browsers that reject it. */
export const toggleFullscreen = (part: HTMLElement | null): void => {
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : part?.closest("main")?.requestFullscreen()
  void done?.catch(() => undefined)
}
