/** Maximum gap in seconds between two segments that is ignored. */
const GAP_SECONDS = 0.5

/**
 * Returns the end of the loaded range at the current position, in seconds. Returns 0 if no data is loaded at this
 * position.
 */
export const bufferedEnd = ({ buffered, currentTime }: HTMLMediaElement): number => {
  for (let range = 0; range < buffered.length; range++) {
    if (buffered.start(range) <= currentTime + GAP_SECONDS && buffered.end(range) >= currentTime)
      return buffered.end(range)
  }
  return 0
}
