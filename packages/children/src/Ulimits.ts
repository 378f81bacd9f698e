import type { ChildLimits } from "./ChildCommand.ts"

/** After the soft limit the program gets SIGXCPU; one that ignores it is killed so many seconds of CPU later. */
const GRACE_SECONDS = 5

/**
 * Lines for a POSIX shell that put itself and what it starts under the limits; "" when there is none. `ulimit` is a
 * builtin, so a shell costs less than a start of `prlimit`, and macOS has it, too. A limit that is stricter already
 * stays: only root could raise it.
 */
export const ulimits = ({ cpuSeconds, fileBytes, memoryBytes }: ChildLimits): string => {
  const lines: Array<string> = []
  const add = (option: string, value: number) =>
    lines.push(`ulimit ${option} ${Math.ceil(value)} 2>/dev/null; `)
  if (memoryBytes !== undefined) add("-d", memoryBytes / 1024)
  if (fileBytes !== undefined) add("-f", fileBytes / 512)
  if (cpuSeconds !== undefined) {
    // With both equal the kernel kills at once, and nothing would tell why.
    add("-S -t", cpuSeconds)
    add("-H -t", cpuSeconds + GRACE_SECONDS)
  }
  return lines.join("")
}
