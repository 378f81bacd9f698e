import { StandingWarnings } from "@media/features/StandingWarnings"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { statSync } from "node:fs"
import type { SecureContext } from "node:tls"
import {
  type Certificate,
  type CertificateFiles,
  CertificateRefused,
  certificateFiles,
  loadCertificate
} from "./CertificateFiles.ts"

/**
 * Interval at which the files are polled. File system notifications do not work on network shares. They also do not
 * work when a symbolic link is replaced, and certbot and Kubernetes renew certificates by replacing a link.
 */
const lookEvery = "2 seconds"

type Named = Parameters<typeof certificateFiles>[0]

/** The certificate that the server uses. `context` returns the TLS context for new connections. */
export interface CertificateInUse {
  readonly context: () => SecureContext
}

const refusedOr = (error: unknown): CertificateRefused =>
  error instanceof CertificateRefused ? error : new CertificateRefused({ reason: String(error) })

const load = (files: CertificateFiles) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.try({ try: () => loadCertificate(files, now), catch: refusedOr })
  )

/**
 * Returns a fingerprint of the certificate files. The fingerprint changes when a file is changed or replaced, and also
 * when only a symbolic link now points to another file.
 */
const markOf = (files: CertificateFiles | undefined): string =>
  files === undefined
    ? "none"
    : [files.cert, files.key]
        .map((path) => {
          const facts = statSync(path, { throwIfNoEntry: false })
          return facts === undefined ? "none" : `${facts.ino} ${facts.size} ${facts.mtimeMs}`
        })
        .join(" ")

const describe = ({ names, validUntil }: Certificate): string =>
  `${names === "" ? "no name" : names}, valid until ${validUntil.toISOString().slice(0, 10)}`

/**
 * Loads the configured certificate and reloads it when its files change. Open connections keep the old certificate, and
 * new connections get the new one. If the new files cannot be used, the server keeps the old certificate, logs the
 * problem and warns administrators. Returns undefined if no files are configured.
 */
export const certificateInUse = (named: Named) =>
  Effect.gen(function* () {
    const first = yield* Effect.try({ try: () => certificateFiles(named), catch: refusedOr })
    if (first === undefined) return undefined
    const warnings = yield* StandingWarnings
    let mark = markOf(first)
    let used = yield* load(first)
    /**
     * The fingerprint of files that could not be loaded in the last check. The certificate and the key are replaced one
     * after the other, so the first failure may be temporary. A failure is reported only if the next check finds the
     * same files.
     */
    let wrongMark: string | undefined
    warnings.set("certificate", used.problem)
    if (used.problem !== undefined) yield* Effect.logWarning(used.problem)
    yield* Effect.logInfo(`using https with a certificate for ${describe(used)}`)

    const look = Effect.gen(function* () {
      const files = yield* Effect.try({ try: () => certificateFiles(named) ?? first, catch: refusedOr })
      const current = markOf(files)
      if (current === mark) return
      const loaded = yield* Effect.either(load(files))
      if (loaded._tag === "Left") {
        if (wrongMark !== current) wrongMark = current
        else {
          mark = current
          return yield* loaded.left
        }
        return
      }
      mark = current
      wrongMark = undefined
      used = loaded.right
      warnings.set("certificate", used.problem)
      yield* Effect.logInfo(`using the new certificate: ${describe(used)}`)
    }).pipe(
      Effect.catchAll(({ message }) => {
        const text = `${message} The server keeps using the previous certificate until this is fixed.`
        const isNew = !warnings.all().includes(text)
        warnings.set("certificate", text)
        return isNew ? Effect.logWarning(text) : Effect.void
      })
    )
    yield* Effect.forkScoped(Effect.repeat(look, Schedule.spaced(lookEvery)))
    return { context: () => used.context } satisfies CertificateInUse
  })
