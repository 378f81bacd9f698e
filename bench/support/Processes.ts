import { readdirSync, readFileSync } from "node:fs"

/** Identity and CPU time of a process, read from /proc. Works only on Linux. */
export interface ProcessFacts {
  readonly pid: number
  readonly parent: number
  readonly command: string
  /** User and system time in seconds, including child processes that have ended and were waited for. */
  readonly cpuSeconds: number
  /** User and system time in seconds of the process alone. */
  readonly ownCpuSeconds: number
}

const ticksPerSecond = 100

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

export const processFacts = (pid: number): ProcessFacts | undefined => {
  const stat = read(`/proc/${pid}/stat`)
  if (stat === "") return undefined
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  const [own = 0, children = 0] = [11, 13].map((field) => Number(fields[field]) + Number(fields[field + 1]))
  return {
    pid,
    parent: Number(fields[1]),
    command: read(`/proc/${pid}/cmdline`).replaceAll("\0", " "),
    cpuSeconds: (own + children) / ticksPerSecond,
    ownCpuSeconds: own / ticksPerSecond
  }
}

/** Returns the process and all of its descendants that are still running. */
export const processTree = (pid: number): ReadonlyArray<ProcessFacts> => {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processFacts(Number(name)) ?? [])
  const wanted = new Set([pid])
  for (let size = 0; size !== wanted.size;) {
    size = wanted.size
    for (const one of all) if (wanted.has(one.parent)) wanted.add(one.pid)
  }
  return all.filter((one) => wanted.has(one.pid))
}

export const cpuOfTree = (pid: number): number =>
  processTree(pid).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)

export interface Memory {
  readonly rss: number
  /** Proportional set size: each shared page counts in proportion to the number of processes that share it. */
  readonly pss: number
}

const kilobytes = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0) * 1024

export const memoryOf = (pid: number): Memory => {
  const rollup = read(`/proc/${pid}/smaps_rollup`)
  return { rss: kilobytes(rollup, "Rss"), pss: kilobytes(rollup, "Pss") }
}

/** Returns the resident memory of a process. Cheaper than `memoryOf`, which also reads the PSS. */
export const rssOf = (pid: number): number => kilobytes(read(`/proc/${pid}/status`), "VmRSS")

/** Watches the resident memory of a process. Returns a function that stops watching and returns the highest value. */
export const watchRss = (pid: number): (() => number) => {
  let highest = rssOf(pid)
  const timer = setInterval(() => (highest = Math.max(highest, rssOf(pid))), 50)
  return () => {
    clearInterval(timer)
    return Math.max(highest, rssOf(pid))
  }
}

/** Returns the CPU time in seconds of this process's child processes that have ended. */
export const cpuOfEndedChildren = (): number => {
  const stat = read("/proc/self/stat")
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}
