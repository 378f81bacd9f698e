import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

export interface MemoryGroup {
  /** JavaScript that puts its process, and thereby its children, below the limit. */
  readonly preface: string
  readonly processes: () => ReadonlyArray<number>
  /** Call it when the group is empty. */
  readonly remove: () => void
}

/** cgroup v1 has a tree for memory, v2 one tree for all. */
const parent = ["/sys/fs/cgroup/memory", "/sys/fs/cgroup"].find((folder) =>
  existsSync(join(folder, "cgroup.procs"))
)

/** A cgroup with a limit on memory. */
export const memoryGroup = (megabytes: number): MemoryGroup => {
  const folder = join(parent ?? "/nonexistent", `media-faults-${process.pid}`)
  mkdirSync(folder)
  const isFirst = existsSync(join(folder, "memory.limit_in_bytes"))
  try {
    writeFileSync(join(folder, isFirst ? "memory.limit_in_bytes" : "memory.max"), `${megabytes}M`)
  } catch (cause) {
    rmdirSync(folder)
    throw cause
  }
  const members = join(folder, "cgroup.procs")
  return {
    preface: `(await import("node:fs")).writeFileSync(${JSON.stringify(members)}, String(process.pid))`,
    processes: () => readFileSync(members, "utf8").split("\n").filter(Boolean).map(Number),
    remove: () => rmdirSync(folder)
  }
}

/** Needs root, and a container that allows it. */
export const canGroup = ((): boolean => {
  try {
    memoryGroup(64).remove()
    return true
  } catch {
    return false
  }
})()
