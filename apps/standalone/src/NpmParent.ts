import { readFileSync } from "node:fs"

const CHECK_MILLIS = 1_000

/**
 * Returns the parent and the command line of a process. Returns undefined if the process has ended or the system does
 * not report them (macOS).
 */
const factsOf = (pid: number): { readonly parent: number; readonly command: string } | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
    // The name before the closing parenthesis may contain spaces.
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
    return { parent, command: readFileSync(`/proc/${pid}/cmdline`, "latin1") }
  } catch {
    return undefined
  }
}

/**
 * True for the command line of a shell between npm and this process. npm runs `sh -c "node ..."`. Most shells replace
 * themselves with node, but some wait for node and outlive npm.
 */
const isWaitingShell = (command: string): boolean => /^(\S*\/)?(ba|da)?sh\0-c\0/.test(command)

/**
 * Calls `gone` once when the npm that started this process has ended. `kill` ends npm and its shell, but they do not
 * forward the signal. Without this watch, the launcher and its children would continue to run and occupy the port.
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
