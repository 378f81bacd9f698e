import * as Effect from "effect/Effect"
import type { ChildProcess } from "node:child_process"

/**
 * Environment variable that a launcher sets when it starts its children before the database is ready. The children load
 * their code and wait for `release`.
 */
const heldVariable = "MEDIA_HELD"

/** Returns the environment for a child process that loads its code and then waits for `release`. */
export const held = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...environment,
  [heldVariable]: "yes"
})

/**
 * Releases a waiting child and sends it the rest of its environment. A failure to send is ignored, because a child that
 * has ended reports its own exit.
 */
export const release = (child: ChildProcess, environment: NodeJS.ProcessEnv): void => {
  child.send(environment, () => undefined)
}

/** Completes when the launcher has released this process, or immediately if the process does not have to wait. */
export const released = Effect.async<void>((resume) => {
  const isHeld = process.env[heldVariable] !== undefined
  delete process.env[heldVariable]
  if (!isHeld) return resume(Effect.void)
  process.once("message", (environment: Record<string, string>) => {
    Object.assign(process.env, environment)
    resume(Effect.void)
  })
})
