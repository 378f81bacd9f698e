/** Toggles fullscreen for a reader. Ignores the rejection of browsers that do not allow fullscreen. */
export const toggleFullscreen = (part: HTMLElement | null): void => {
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : part?.closest("main")?.requestFullscreen()
  void done?.catch(() => undefined)
}
