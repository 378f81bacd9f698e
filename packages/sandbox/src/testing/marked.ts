import { readdirSync, readFileSync } from "node:fs"

/** Returns the command lines of running processes that contain the marker. Omits the processes of the tests. */
export const marked = (mark: string): ReadonlyArray<string> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, "utf8")
        return line.includes(mark) ? [`${pid} ${line}`] : []
      } catch {
        return []
      }
    })
