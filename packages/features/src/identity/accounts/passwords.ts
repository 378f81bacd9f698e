import * as Effect from "effect/Effect"
import argon2 from "argon2"

/**
 * The minimum parameters that OWASP and ASVS 5 recommend for argon2id. A hash takes 18 ms on 2 cores and 19 MiB of
 * memory.
 */
const parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * Limits the number of hashes that are computed at the same time. More would occupy all threads of the pool that the
 * process also needs for file operations.
 */
const gate = Effect.unsafeMakeSemaphore(2)

/**
 * The hash of a random, unknown password. The server checks this hash for an unknown username, so that the check takes
 * as long as the check of a wrong password.
 */
const decoy =
  "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$5hRlmoA9Dsrv0rgb2oWSXqbAQmzU7x0sOzHBBdZSjMw"

export const hashPassword = (password: string): Effect.Effect<string> =>
  gate.withPermits(1)(Effect.promise(() => argon2.hash(password, parameters)))

/**
 * Returns true if a hash was created with weaker parameters than `parameters`. In this case, the next sign-in with the
 * password replaces the hash.
 */
export const isWeak = (hash: string): boolean => {
  const [, type, version, memory, time] = /^\$(argon2\w+)\$v=(\d+)\$m=(\d+),t=(\d+),p=\d+\$/.exec(hash) ?? []
  return (
    type !== "argon2id" ||
    Number(version) < 0x13 ||
    Number(memory) < parameters.memoryCost ||
    Number(time) < parameters.timeCost
  )
}

/**
 * Returns true if the password matches the hash. For an unknown or disabled account, `hash` is undefined. The check
 * then takes the same time and returns false.
 */
export const verifyPassword = (hash: string | undefined, password: string): Effect.Effect<boolean> =>
  gate.withPermits(1)(
    Effect.promise(() =>
      argon2.verify(hash ?? decoy, password).then((matches) => matches && hash !== undefined)
    )
  )
