import { readdirSync, readFileSync } from "node:fs"

/** Returns the content of a process's file in `/proc`, or an empty string if the process has ended. */
export const processFile = (pid: number | string, file: "status" | "cmdline"): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8")
  } catch {
    return ""
  }
}

/**
 * Returns the ids of this process's child processes whose command line contains `text`. Works only on Linux, and
 * returns an empty list on other systems.
 */
export const childrenWith = (text: string): ReadonlyArray<number> => {
  if (process.platform !== "linux") return []
  const isChild = new RegExp(`^PPid:\\s*${process.pid}$`, "m")
  return readdirSync("/proc")
    .filter(
      (name) =>
        /^\d+$/.test(name) &&
        isChild.test(processFile(name, "status")) &&
        processFile(name, "cmdline").includes(text)
    )
    .map(Number)
}
