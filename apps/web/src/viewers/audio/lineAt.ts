/**
 * The index of the current line: the last one that has started; -1 before the first. Starts are ascending, in
 * seconds.
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
