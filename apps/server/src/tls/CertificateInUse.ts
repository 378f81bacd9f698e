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

/** By polling, because watching fails on network shares and for replaced links, which certbot and Kubernetes use. */
const lookEvery = "2 seconds"

type Named = Parameters<typeof certificateFiles>[0]

/** The certificate for new connections. */
export interface CertificateInUse {
  readonly context: () => SecureContext
}

const refusedOr = (error: unknown): CertificateRefused =>
  error instanceof CertificateRefused ? error : new CertificateRefused({ reason: String(error) })

const load = (files: CertificateFiles) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.try({ try: () => loadCertificate(files, now), catch: refusedOr })
  )

/** Changes together with a file, even if a link to it is replaced. */
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
 * The certificate of the configured files, reloaded when they change: open connections keep the old one, new ones get
 * the new one. Unusable files change nothing except the log and the warning for administrators. Undefined without
 * files.
 */
export const certificateInUse = (named: Named) =>
  Effect.gen(function* () {
    const first = yield* Effect.try({ try: () => certificateFiles(named), catch: refusedOr })
    if (first === undefined) return undefined
    const warnings = yield* StandingWarnings
    let mark = markOf(first)
    let used = yield* load(first)
    /** Certificate and key are replaced one after another, so only a lasting mismatch is reported. */
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
