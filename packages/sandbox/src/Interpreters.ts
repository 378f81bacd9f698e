import type { SandboxRun } from "./Sandbox.ts"

type Command = Pick<SandboxRun, "program" | "args">

export interface NodeCommand {
  readonly major?: number
  /** Additional folders that the program may read. It can also read its package and write to `/tmp`. */
  readonly readable?: ReadonlyArray<string>
}

/**
 * Node's own permissions as a second layer: no other programs, workers or native modules. Node states that they do
 * not stop malicious code, so the sandbox never relies on them.
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

/** Isolated mode ignores PYTHONPATH, so the starting code sets the path. */
const START = `import sys, runpy
paths, file = sys.argv[1].split(":"), sys.argv[2]
sys.argv = sys.argv[2:]
sys.path[:0] = [path for path in paths if path]
runpy.run_path(file, run_name="__main__")`

/** `paths` are searched for modules before those of the system. No user folder, no `pip`, no compiled files. */
export const pythonCommand = (
  file: string,
  args: ReadonlyArray<string> = [],
  paths: ReadonlyArray<string> = ["/package"]
): Command => ({ program: "python3", args: ["-I", "-s", "-B", "-c", START, paths.join(":"), file, ...args] })
