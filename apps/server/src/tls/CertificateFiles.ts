import * as Data from "effect/Data"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { existsSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { createSecureContext, type SecureContext } from "node:tls"

/** Raised if the configured certificate files cannot be used. If this error occurs at startup, the server exits. */
export class CertificateRefused extends Data.TaggedError("CertificateRefused")<{ readonly reason: string }> {
  override get message(): string {
    return this.reason
  }
}

export interface CertificateFiles {
  readonly cert: string
  readonly key: string
}

export interface Certificate {
  readonly context: SecureContext
  /**
   * The host names and IP addresses for which the certificate is valid, separated by commas. Empty if there are none.
   */
  readonly names: string
  readonly validUntil: Date
  /**
   * The reason why browsers warn about this certificate: it is expired or not valid yet. The server uses the
   * certificate anyway. Undefined if there is no reason.
   */
  readonly problem: string | undefined
}

/**
 * The file names under which tools store a certificate and its key: certbot and Caddy, Kubernetes, acme.sh, and files
 * created by hand.
 */
const pairs = [
  ["fullchain.pem", "privkey.pem"],
  ["tls.crt", "tls.key"],
  ["fullchain.cer", "key.pem"],
  ["cert.pem", "key.pem"]
] as const

const refuse = (reason: string): never => {
  throw new CertificateRefused({ reason })
}

/**
 * Returns the certificate and key files, or undefined if none are configured, in which case the server uses plain http.
 * Throws `CertificateRefused`.
 */
export const certificateFiles = (named: {
  readonly cert: string | undefined
  readonly key: string | undefined
}): CertificateFiles | undefined => {
  const { cert, key } = named
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined)
    return refuse("MEDIA_TLS_KEY is set, but MEDIA_TLS_CERT is not. Set it to the certificate file.")
  if (key !== undefined) return { cert, key }
  if (!existsSync(cert)) return refuse(`MEDIA_TLS_CERT: the file or folder ${cert} does not exist.`)
  if (!statSync(cert).isDirectory())
    return refuse("MEDIA_TLS_CERT is set, but MEDIA_TLS_KEY is not. Set it to the private key file.")
  const found = pairs.find((names) => names.every((name) => existsSync(join(cert, name))))
  if (found === undefined) {
    const wanted = pairs.map((names) => names.join(" and ")).join(", ")
    return refuse(
      `MEDIA_TLS_CERT: the folder ${cert} contains no certificate with its private key (${wanted}).`
    )
  }
  return { cert: join(cert, found[0]), key: join(cert, found[1]) }
}

const read = (variable: string, path: string): Buffer => {
  try {
    return readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return refuse(`${variable}: ${path} cannot be read (${code ?? String(error)}).`)
  }
}

const parsed = <A>(reason: string, parse: () => A): A => {
  try {
    return parse()
  } catch {
    return refuse(reason)
  }
}

/** Loads the certificate from the files. Throws `CertificateRefused`. */
export const loadCertificate = (files: CertificateFiles, now: number): Certificate => {
  const cert = read("MEDIA_TLS_CERT", files.cert)
  const key = read("MEDIA_TLS_KEY", files.key)
  const facts = parsed(
    `MEDIA_TLS_CERT: ${files.cert} is not a certificate in PEM format.`,
    () => new X509Certificate(cert)
  )
  const secret = parsed(
    `MEDIA_TLS_KEY: ${files.key} is not a private key in PEM format, or is protected by a passphrase.`,
    () => createPrivateKey(key)
  )
  if (!facts.checkPrivateKey(secret))
    return refuse(`The key ${files.key} does not belong to the certificate ${files.cert}.`)
  const context = parsed(
    `The certificate ${files.cert} cannot be used for https. Its key may be too weak or of an unsupported type.`,
    () => createSecureContext({ cert, key, minVersion: "TLSv1.2" })
  )
  const validUntil = new Date(facts.validTo)
  const names = (facts.subjectAltName ?? "").replace(/(DNS|IP Address):/g, "")
  return { context, names, validUntil, problem: problemOf(facts, validUntil, now) }
}

const problemOf = (facts: X509Certificate, validUntil: Date, now: number): string | undefined => {
  if (validUntil.getTime() < now)
    return `The https certificate expired on ${facts.validTo}. Browsers show a warning.`
  if (Date.parse(facts.validFrom) > now)
    return `The https certificate is not valid before ${facts.validFrom}. Browsers show a warning until then.`
  return undefined
}
