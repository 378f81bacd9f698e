/** Ignores gaps of some milliseconds between two segments. */
const GAP_SECONDS = 0.5

/** The end of the loaded range in seconds; 0 if nothing is loaded. */
export const bufferedEnd = ({ buffered, currentTime }: HTMLMediaElement): number => {
  for (let range = 0; range < buffered.length; range++) {
    if (buffered.start(range) <= currentTime + GAP_SECONDS && buffered.end(range) >= currentTime)
      return buffered.end(range)
  }
  return 0
}
