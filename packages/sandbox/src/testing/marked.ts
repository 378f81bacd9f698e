import { readdirSync, readFileSync } from "node:fs"

/** Command lines of living processes that contain the mark, other than those of the tests themselves. */
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
