/**
 * Returns a function that returns the CPU seconds used by this process since the call. Tests limit work by this number
 * instead of the wall clock, which includes the time of other programs on the machine.
 */
export const startCpuClock = (): (() => number) => {
  const before = process.cpuUsage()
  return () => process.cpuUsage(before).user / 1_000_000
}
