import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

export interface MemoryGroup {
  /** JavaScript that moves its own process into the group. Child processes are then in the group too. */
  readonly preface: string
  readonly processes: () => ReadonlyArray<number>
  /** Removes the group. May be called only when the group has no processes. */
  readonly remove: () => void
}

/** Folder of the root cgroup. cgroup v1 has a separate tree for memory, and v2 has a single tree. */
const parent = ["/sys/fs/cgroup/memory", "/sys/fs/cgroup"].find((folder) =>
  existsSync(join(folder, "cgroup.procs"))
)

/** Creates a cgroup with a memory limit. */
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

/** True if this process can create cgroups. This requires root, and a container that allows cgroups. */
export const canGroup = ((): boolean => {
  try {
    memoryGroup(64).remove()
    return true
  } catch {
    return false
  }
})()
