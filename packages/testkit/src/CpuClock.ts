/**
 * Starts a clock of CPU time. The returned function returns the CPU seconds that this process has used since the start.
 * Tests limit work by CPU time, because wall clock time includes the work of other programs on the machine.
 */
export const startCpuClock = (): (() => number) => {
  const before = process.cpuUsage()
  return () => process.cpuUsage(before).user / 1_000_000
}
