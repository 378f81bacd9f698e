import type { ChildLimits } from "./ChildCommand.ts"

/**
 * After the soft limit the program gets SIGXCPU; if it ignores that, it is killed after this many more seconds of CPU.
 */
const GRACE_SECONDS = 5

/**
 * Shell commands that put a POSIX shell and everything it starts under the limits; "" if there are none. `ulimit` is a
 * builtin, so a shell costs less than starting `prlimit`, and macOS has it too. A stricter existing limit stays,
 * because only root could raise it.
 */
export const ulimits = ({ cpuSeconds, fileBytes, memoryBytes }: ChildLimits): string => {
  const lines: Array<string> = []
  const add = (option: string, value: number) =>
    lines.push(`ulimit ${option} ${Math.ceil(value)} 2>/dev/null; `)
  if (memoryBytes !== undefined) add("-d", memoryBytes / 1024)
  if (fileBytes !== undefined) add("-f", fileBytes / 512)
  if (cpuSeconds !== undefined) {
    // If the limits were equal, the kernel would kill the program immediately and the cause would be unknown.
    add("-S -t", cpuSeconds)
    add("-H -t", cpuSeconds + GRACE_SECONDS)
  }
  return lines.join("")
}
