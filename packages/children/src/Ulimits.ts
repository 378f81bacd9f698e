import type { ChildLimits } from "./ChildCommand.ts"

/**
 * CPU seconds between the soft limit, which sends SIGXCPU to the program, and the hard limit, which kills the program.
 */
const GRACE_SECONDS = 5

/**
 * Returns shell commands that apply the limits to a POSIX shell and all programs that the shell starts. Returns "" if
 * there are no limits. `ulimit` is a shell builtin, so it takes less time than starting `prlimit`, and macOS supports
 * it too. An existing stricter limit is kept, because only root could raise the limit.
 */
export const ulimits = ({ cpuSeconds, fileBytes, memoryBytes }: ChildLimits): string => {
  const lines: Array<string> = []
  const add = (option: string, value: number) =>
    lines.push(`ulimit ${option} ${Math.ceil(value)} 2>/dev/null; `)
  if (memoryBytes !== undefined) add("-d", memoryBytes / 1024)
  if (fileBytes !== undefined) add("-f", fileBytes / 512)
  if (cpuSeconds !== undefined) {
    // If both limits were equal, the kernel would kill the program immediately and the cause would be unknown.
    add("-S -t", cpuSeconds)
    add("-H -t", cpuSeconds + GRACE_SECONDS)
  }
  return lines.join("")
}
