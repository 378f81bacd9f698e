import { readFileSync } from "node:fs"

/** Usage summed over all processes. */
export interface Usage {
  readonly cpuSeconds: number
  readonly memoryBytes: number
}

/** The kernel's unit in `/proc/<pid>/stat`, which is fixed on Linux. */
const TICKS_PER_SECOND = 100
const PAGE_BYTES = 4096
const MOST_PROCESSES = 1_000

const read = (path: string): string => {
  try {
    return readFileSync(path, "latin1")
  } catch {
    // The process has ended.
    return ""
  }
}

export const childrenOf = (pid: number): ReadonlyArray<number> =>
  read(`/proc/${pid}/task/${pid}/children`)
    .split(" ")
    .filter((word) => word !== "")
    .map(Number)

/** Fields 14 to 17 of `stat`: its own time, and that of children that have ended. */
const cpuOf = (pid: number): number => {
  const text = read(`/proc/${pid}/stat`)
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND
}

/** Resident private pages, without those of files and shared memory. */
const memoryOf = (pid: number): number => {
  const [, resident = 0, shared = 0] = read(`/proc/${pid}/statm`).split(" ").map(Number)
  return (resident - shared) * PAGE_BYTES
}

/** A process and all its descendants. The kernel's own limits apply to each process separately. */
export const usageOf = (root: number): Usage => {
  let [cpuSeconds, memoryBytes] = [0, 0]
  const left = [root]
  for (let n = 0; left.length > 0 && n < MOST_PROCESSES; n++) {
    const pid = left.pop()!
    cpuSeconds += cpuOf(pid)
    memoryBytes += memoryOf(pid)
    // Includes children of all threads, because any thread may start a process.
    left.push(...childrenOf(pid))
  }
  return { cpuSeconds, memoryBytes }
}
