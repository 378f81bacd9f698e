import { readFileSync } from "node:fs"

const CHECK_MILLIS = 1_000

/** The parent and the command line of a process; undefined if the system does not report them (macOS) or it is gone. */
const factsOf = (pid: number): { readonly parent: number; readonly command: string } | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
    // The name before the closing parenthesis may contain blanks.
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
    return { parent, command: readFileSync(`/proc/${pid}/cmdline`, "latin1") }
  } catch {
    return undefined
  }
}

/** npm runs `sh -c "node ..."`: most shells become node, but some wait for it and outlive npm. */
const isWaitingShell = (command: string): boolean => /^(\S*\/)?(ba|da)?sh\0-c\0/.test(command)

/**
 * Calls back once when the npm that started this process is gone. `kill` ends npm and its shell, which do not forward
 * the signal, so the launcher would keep running with its children and hold the port.
 */
export const onNpmGone = (gone: () => void): void => {
  const parent = process.ppid
  const shell = factsOf(parent)
  const npm = shell !== undefined && isWaitingShell(shell.command) ? shell.parent : undefined
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || factsOf(parent)?.parent === npm)) return
    clearInterval(timer)
    gone()
  }, CHECK_MILLIS)
  timer.unref()
}
