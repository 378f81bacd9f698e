import * as Effect from "effect/Effect"
import type { ChildProcess } from "node:child_process"

/** Set by a launcher that starts its children while the database starts: they load, and wait for `release`. */
const heldVariable = "MEDIA_HELD"

/** Starts a process that waits, once loaded, for the rest of its environment. */
export const held = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...environment,
  [heldVariable]: "yes"
})

/** Releases a held process. If the process has ended, its exit reports that. */
export const release = (child: ChildProcess, environment: NodeJS.ProcessEnv): void => {
  child.send(environment, () => undefined)
}

/** Completes when the launcher, if any, has released this process. */
export const released = Effect.async<void>((resume) => {
  const isHeld = process.env[heldVariable] !== undefined
  delete process.env[heldVariable]
  if (!isHeld) return resume(Effect.void)
  process.once("message", (environment: Record<string, string>) => {
    Object.assign(process.env, environment)
    resume(Effect.void)
  })
})
