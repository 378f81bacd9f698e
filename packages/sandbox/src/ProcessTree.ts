import { readFileSync } from "node:fs"

/** Resource usage, summed over all processes. */
export interface Usage {
  readonly cpuSeconds: number
  readonly memoryBytes: number
}

/** Number of time units per second in `/proc/<pid>/stat`. It is fixed on Linux. */
const TICKS_PER_SECOND = 100
const PAGE_BYTES = 4096
const MOST_PROCESSES = 1_000

const read = (path: string): string => {
  try {
    return readFileSync(path, "latin1")
  } catch {
    // The file does not exist, because the process has ended.
    return ""
  }
}

export const childrenOf = (pid: number): ReadonlyArray<number> =>
  read(`/proc/${pid}/task/${pid}/children`)
    .split(" ")
    .filter((word) => word !== "")
    .map(Number)

/**
 * Returns the sum of fields 14 to 17 of `stat` in seconds: the CPU time of the process, and of its children that have
 * ended.
 */
const cpuOf = (pid: number): number => {
  const text = read(`/proc/${pid}/stat`)
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND
}

/** Returns the resident private memory of a process in bytes, without files and shared memory. */
const memoryOf = (pid: number): number => {
  const [, resident = 0, shared = 0] = read(`/proc/${pid}/statm`).split(" ").map(Number)
  return (resident - shared) * PAGE_BYTES
}

/**
 * Returns the usage of a process and all of its descendants. The kernel's own limits apply only to each process
 * separately.
 */
export const usageOf = (root: number): Usage => {
  let [cpuSeconds, memoryBytes] = [0, 0]
  const left = [root]
  for (let n = 0; left.length > 0 && n < MOST_PROCESSES; n++) {
    const pid = left.pop()!
    cpuSeconds += cpuOf(pid)
    memoryBytes += memoryOf(pid)
    // `childrenOf` returns the children of all threads, because any thread may start a process.
    left.push(...childrenOf(pid))
  }
  return { cpuSeconds, memoryBytes }
}
