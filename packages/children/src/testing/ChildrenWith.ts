import { readdirSync, readFileSync } from "node:fs"

/** A file of a process in `/proc`; empty once the process has ended. */
export const processFile = (pid: number | string, file: "status" | "cmdline"): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8")
  } catch {
    return ""
  }
}

/** Process ids of this process's children whose command line contains `text`. Linux only; empty elsewhere. */
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
