/**
 * Returns a function that tells how many seconds of CPU this process has used since. Tests bound work by this number and not
 * by the wall clock, which also counts the time other programs on the machine take.
 */
export const startCpuClock = (): (() => number) => {
  const before = process.cpuUsage()
  return () => process.cpuUsage(before).user / 1_000_000
}
