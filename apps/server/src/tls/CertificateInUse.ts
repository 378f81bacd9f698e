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

/** By asking, since watching fails on network shares and where a link is replaced, as certbot and Kubernetes do. */
const lookEvery = "2 seconds"

type Named = Parameters<typeof certificateFiles>[0]

/** The certificate that new connections get. */
export interface CertificateInUse {
  readonly context: () => SecureContext
}

const refusedOr = (error: unknown): CertificateRefused =>
  error instanceof CertificateRefused ? error : new CertificateRefused({ reason: String(error) })

const load = (files: CertificateFiles) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.try({ try: () => loadCertificate(files, now), catch: refusedOr })
  )

/** What changes when a file does, also when it is one behind a link that is replaced. */
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
 * The certificate of the named files, loaded again when they change: connections that are open keep theirs, new ones get the
 * new one. Files that cannot be used change nothing but what the log and administrators read. Undefined without files.
 */
export const certificateInUse = (named: Named) =>
  Effect.gen(function* () {
    const first = yield* Effect.try({ try: () => certificateFiles(named), catch: refusedOr })
    if (first === undefined) return undefined
    const warnings = yield* StandingWarnings
    let mark = markOf(first)
    let used = yield* load(first)
    /** Certificate and key are replaced one after the other: only what stays wrong is told. */
    let wrongMark: string | undefined
    warnings.set("certificate", used.problem)
    if (used.problem !== undefined) yield* Effect.logWarning(used.problem)
    yield* Effect.logInfo(`https with a certificate for ${describe(used)}`)

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
      yield* Effect.logInfo(`the new certificate is used: ${describe(used)}`)
    }).pipe(
      Effect.catchAll(({ message }) => {
        const text = `${message} The certificate of before is used until it is mended.`
        const isNew = !warnings.all().includes(text)
        warnings.set("certificate", text)
        return isNew ? Effect.logWarning(text) : Effect.void
      })
    )
    yield* Effect.forkScoped(Effect.repeat(look, Schedule.spaced(lookEvery)))
    return { context: () => used.context } satisfies CertificateInUse
  })
