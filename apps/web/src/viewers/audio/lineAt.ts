/**
 * Returns the index of the current line, which is the last line that has started. Returns -1 before the first line.
 * Starts are in seconds and ascending.
 */
export const lineAt = (lines: ReadonlyArray<{ readonly start: number | null }>, time: number): number => {
  let [from, to] = [0, lines.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((lines[middle]!.start ?? 0) <= time) from = middle + 1
    else to = middle
  }
  return from - 1
}
