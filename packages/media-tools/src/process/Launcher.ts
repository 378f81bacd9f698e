import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { toolEnvironment } from "../MediaToolsConfig.ts"

/** Words put before a tool's own: they exec it, so the process keeps its id and its group. */
export interface Launcher {
  /** Ends the process with the one that started it. */
  readonly guard: ReadonlyArray<string>
  /** 0..19. */
  readonly nice: (nice: number) => ReadonlyArray<string>
  readonly hasShell: boolean
}

/**
 * `setpriv --pdeathsig KILL` makes the kernel end the tool when this process dies, even by SIGKILL: without it
 * ffmpeg goes on as a child of pid 1 (seen). Tried once, because busybox has a setpriv that knows no pdeathsig.
 */
export const detectLauncher: Effect.Effect<Launcher> = Effect.gen(function* () {
  const isUnix = process.platform !== "win32"
  const guards =
    process.platform === "linux" && (yield* works("setpriv", ["--pdeathsig", "KILL", "--", "true"]))
  const nices = isUnix && (yield* works("nice", ["-n", "1", "true"]))
  return {
    guard: guards ? ["setpriv", "--pdeathsig", "KILL", "--"] : [],
    nice: (nice) => (nices && nice > 0 ? ["nice", "-n", String(nice)] : []),
    hasShell: isUnix && (yield* works("sh", ["-c", ":"]))
  }
})

const works = (command: string, args: ReadonlyArray<string>): Effect.Effect<boolean> =>
  Effect.async<boolean>((resume) => {
    execFile(command, [...args], { timeout: 5_000, env: toolEnvironment() }, (error) =>
      resume(Effect.succeed(error === null))
    )
  })
