import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { toolEnvironment } from "../MediaToolsConfig.ts"

/** Words put before the tool's own: they exec it, so the process keeps its id and its group. */
export interface Launcher {
  readonly prefix: (nice: number) => ReadonlyArray<string>
}

/**
 * `setpriv --pdeathsig KILL` makes the kernel end the tool when this process dies, even by SIGKILL: without it
 * ffmpeg goes on as a child of pid 1 (seen). Tried once, because busybox has a setpriv that knows no pdeathsig.
 */
export const detectLauncher: Effect.Effect<Launcher> = Effect.gen(function* () {
  const guards =
    process.platform === "linux" && (yield* works("setpriv", ["--pdeathsig", "KILL", "--", "true"]))
  const nices = process.platform !== "win32" && (yield* works("nice", ["-n", "1", "true"]))
  return {
    prefix: (nice) => [
      ...(guards ? ["setpriv", "--pdeathsig", "KILL", "--"] : []),
      ...(nices && nice > 0 ? ["nice", "-n", String(nice)] : [])
    ]
  }
})

const works = (command: string, args: ReadonlyArray<string>): Effect.Effect<boolean> =>
  Effect.async<boolean>((resume) => {
    execFile(command, [...args], { timeout: 5_000, env: toolEnvironment() }, (error) =>
      resume(Effect.succeed(error === null))
    )
  })
