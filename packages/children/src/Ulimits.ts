import type { ChildLimits } from "./ChildCommand.ts"

/**
 * Number of CPU seconds between the soft limit and the hard limit. At the soft limit, the kernel sends SIGXCPU to the
 * program. At the hard limit, the kernel kills the program.
 */
const GRACE_SECONDS = 5

/**
 * Returns POSIX shell commands that apply the limits to the shell and all programs that it starts. Returns "" if there
 * are no limits. Uses the builtin `ulimit` instead of `prlimit`, because it is faster and macOS has it too. An existing
 * stricter limit stays in effect, because only root can raise it.
 */
export const ulimits = ({ cpuSeconds, fileBytes, memoryBytes }: ChildLimits): string => {
  const lines: Array<string> = []
  const add = (option: string, value: number) =>
    lines.push(`ulimit ${option} ${Math.ceil(value)} 2>/dev/null; `)
  if (memoryBytes !== undefined) add("-d", memoryBytes / 1024)
  if (fileBytes !== undefined) add("-f", fileBytes / 512)
  if (cpuSeconds !== undefined) {
    // The hard limit is higher. If both were equal, the kernel would kill the program without sending SIGXCPU, and the
    // cause would be unknown.
    add("-S -t", cpuSeconds)
    add("-H -t", cpuSeconds + GRACE_SECONDS)
  }
  return lines.join("")
}
