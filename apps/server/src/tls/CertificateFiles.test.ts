import { makeCertificate } from "@media/testkit/MakeCertificate"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { generateKeyPairSync } from "node:crypto"
import { afterEach, beforeEach, expect, it } from "vitest"
import { certificateFiles, loadCertificate } from "./CertificateFiles.ts"

const made = makeCertificate()
let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "media-tls-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const now = Date.now()
const load = (cert: string, key: string) => () =>
  loadCertificate({ cert: write("c", cert), key: write("k", key) }, now)

it("loads a certificate and its matching key", () => {
  const loaded = load(made.cert, made.key)()
  expect(loaded.names).toBe("localhost, 127.0.0.1")
  expect(loaded.problem).toBeUndefined()
})

it("reports an expired certificate but still uses it", () => {
  const ended = makeCertificate({ days: -2 })
  expect(load(ended.cert, ended.key)().problem).toContain("Browsers show a warning")
})

it("explains why a certificate or key cannot be used", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const locked = String(
    privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" })
  )
  expect(load(made.cert, makeCertificate().key)).toThrow("does not belong to the certificate")
  expect(load("nonsense", made.key)).toThrow("is not a certificate in PEM format")
  expect(load("", made.key)).toThrow("is not a certificate in PEM format")
  expect(load(made.cert, made.cert)).toThrow("is not a private key in PEM format")
  expect(load(made.cert, locked)).toThrow("protected by a passphrase")
  expect(() => loadCertificate({ cert: join(folder, "none"), key: folder }, now)).toThrow("(ENOENT)")
})

it("finds the certificate and the key in a folder", () => {
  expect(certificateFiles({ cert: undefined, key: undefined })).toBeUndefined()
  expect(() => certificateFiles({ cert: undefined, key: "k" })).toThrow("MEDIA_TLS_CERT is not")
  const alone = write("fullchain.pem", made.cert)
  expect(() => certificateFiles({ cert: alone, key: undefined })).toThrow("MEDIA_TLS_KEY is not")
  expect(() => certificateFiles({ cert: folder, key: undefined })).toThrow(
    "no certificate with its private key"
  )
  expect(() => certificateFiles({ cert: join(folder, "x"), key: undefined })).toThrow("does not exist")
  const key = write("privkey.pem", made.key)
  expect(certificateFiles({ cert: folder, key: undefined })).toEqual({ cert: alone, key })
})
