import * as Effect from "effect/Effect"
import argon2 from "argon2"

/** The minimum that OWASP and ASVS 5 recommend for argon2id: 18 ms per hash on 2 cores, with 19 MiB each. */
const parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Limits concurrent hashes, because more would queue in the thread pool before every file operation of the process. */
const gate = Effect.unsafeMakeSemaphore(2)

/**
 * Hash of a random, unknown password, so that checking an unknown username takes as long as checking a wrong password.
 */
const decoy =
  "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$5hRlmoA9Dsrv0rgb2oWSXqbAQmzU7x0sOzHBBdZSjMw"

export const hashPassword = (password: string): Effect.Effect<string> =>
  gate.withPermits(1)(Effect.promise(() => argon2.hash(password, parameters)))

/**
 * Tells whether this hash was made with weaker parameters than today's. It is renewed when the password is next used.
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

/** `hash` is undefined for an unknown or disabled account. The check then takes as long and returns false. */
export const verifyPassword = (hash: string | undefined, password: string): Effect.Effect<boolean> =>
  gate.withPermits(1)(
    Effect.promise(() =>
      argon2.verify(hash ?? decoy, password).then((matches) => matches && hash !== undefined)
    )
  )
