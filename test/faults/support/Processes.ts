import { readdirSync, readFileSync, readlinkSync } from "node:fs"

export interface Process {
  readonly pid: number
  readonly parent: number
  /** State of the process in /proc. `Z` is a zombie, and `T` is stopped. */
  readonly state: string
  readonly command: string
}

const read = (file: string): string => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

const link = (file: string): string => {
  try {
    return readlinkSync(file)
  } catch {
    return ""
  }
}

/** Returns every process of the machine that has a command line. Kernel threads have no command line. */
export const processes = (): ReadonlyArray<Process> =>
  readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    const [state = "", parent = ""] = read(`/proc/${name}/stat`).split(") ").pop()?.split(" ") ?? []
    const command = read(`/proc/${name}/cmdline`).replaceAll("\0", " ").trim()
    return command === "" ? [] : [{ pid: Number(name), parent: Number(parent), state, command }]
  })

export const childrenOf = (parent: number): ReadonlyArray<Process> =>
  processes().filter((each) => each.parent === parent)

/**
 * Returns the running processes that have the folder in their arguments or their environment, or as their working
 * directory.
 */
export const processesOf = (folder: string): ReadonlyArray<Process> =>
  processes().filter(({ command, pid, state }) => {
    if (pid === process.pid || state === "Z") return false
    const traces = command + read(`/proc/${pid}/environ`) + link(`/proc/${pid}/cwd`)
    return traces.includes(folder)
  })

/**
 * Returns the running ffmpeg and ffprobe processes (and stubs with these names) that have a file below one of the
 * folders.
 */
export const toolsOn = (...folders: ReadonlyArray<string>): ReadonlyArray<Process> =>
  processes().filter(
    ({ command, state }) =>
      state !== "Z" && /ff(mpeg|probe)/.test(command) && folders.some((folder) => command.includes(folder))
  )

export const isAlive = (pid: number): boolean => {
  const state = read(`/proc/${pid}/stat`).split(") ").pop()?.charAt(0)
  return state !== undefined && state !== "" && state !== "Z"
}

export const openFiles = (pid: number): number => {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

export const residentMegabytes = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024)

/** Sends a signal to a process that may have ended already. Returns true if the process existed. */
export const signal = (pid: number | undefined, name: NodeJS.Signals): boolean => {
  if (pid === undefined) return false
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
