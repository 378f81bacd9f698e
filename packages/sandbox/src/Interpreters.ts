import type { SandboxRun } from "./Sandbox.ts"

type Command = Pick<SandboxRun, "program" | "args">

export interface NodeCommand {
  readonly major?: number
  /** Additional folders that the program may read, besides its package. The program may also write to `/tmp`. */
  readonly readable?: ReadonlyArray<string>
}

/**
 * Returns the command for a Node program. Node's own permissions are a second layer. They prevent the program from
 * starting other programs and workers, and from loading native modules. According to Node, these permissions do not
 * stop malicious code, so the sandbox never relies on them.
 */
export const nodeCommand = (
  file: string,
  args: ReadonlyArray<string> = [],
  { major = Number(process.versions.node.split(".")[0]), readable = [] }: NodeCommand = {}
): Command => ({
  program: "node",
  args: [
    major >= 24 ? "--permission" : "--experimental-permission",
    ...["/package", "/tmp", ...readable].map((folder) => `--allow-fs-read=${folder}`),
    "--allow-fs-write=/tmp",
    ...(major >= 25 ? ["--allow-net"] : []),
    ...(major >= 24 ? [] : ["--no-warnings"]),
    "--max-old-space-size=256",
    file,
    ...args
  ]
})

/** Sets the module path, because Python's isolated mode ignores PYTHONPATH. */
const START = `import sys, runpy
paths, file = sys.argv[1].split(":"), sys.argv[2]
sys.argv = sys.argv[2:]
sys.path[:0] = [path for path in paths if path]
runpy.run_path(file, run_name="__main__")`

/**
 * Returns the command for a Python program. Modules are searched in `paths` before the system's folders. The program
 * has no user folder and no `pip`, and Python writes no compiled files.
 */
export const pythonCommand = (
  file: string,
  args: ReadonlyArray<string> = [],
  paths: ReadonlyArray<string> = ["/package"]
): Command => ({ program: "python3", args: ["-I", "-s", "-B", "-c", START, paths.join(":"), file, ...args] })
