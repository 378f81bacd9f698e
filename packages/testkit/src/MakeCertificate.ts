import { generateKeyPairSync, sign } from "node:crypto"

const tlv = (tag: number, ...parts: ReadonlyArray<Buffer>): Buffer => {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...parts: ReadonlyArray<Buffer>): Buffer => tlv(0x30, ...parts)
const oid = (hex: string): Buffer => tlv(0x06, Buffer.from(hex, "hex"))
const time = (at: Date): Buffer =>
  tlv(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replace(/[-:T]/g, "")}Z`))
const nameOf = (text: string): Buffer =>
  sequence(tlv(0x31, sequence(oid("550403"), tlv(0x0c, Buffer.from(text)))))

const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"))
const pem = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${
    bytes
      .toString("base64")
      .match(/.{1,64}/g)
      ?.join("\n") ?? ""
  }\n-----END ${label}-----\n`

export interface MadeCertificate {
  readonly cert: string
  readonly key: string
}

const dayMillis = 86_400_000

/**
 * Creates a self-signed certificate for `localhost` and 127.0.0.1, in PEM. It is created without `openssl`, because
 * that program may be missing.
 */
export const makeCertificate = ({ name = "localhost", days = 30 } = {}): MadeCertificate => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const now = new Date().getTime()
  const alternatives = sequence(tlv(0x82, Buffer.from(name)), tlv(0x87, Buffer.from([127, 0, 0, 1])))
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1, ...Buffer.from(String(now).slice(-8))])),
    ecdsaWithSha256,
    nameOf(name),
    sequence(time(new Date(now - 60 * dayMillis)), time(new Date(now + days * dayMillis))),
    nameOf(name),
    publicKey.export({ type: "spki", format: "der" }),
    tlv(0xa3, sequence(sequence(oid("551d11"), tlv(0x04, alternatives))))
  )
  const signature = sign("sha256", body, privateKey)
  const bytes = sequence(body, ecdsaWithSha256, tlv(0x03, Buffer.from([0]), signature))
  return {
    cert: pem("CERTIFICATE", bytes),
    key: String(privateKey.export({ type: "pkcs8", format: "pem" }))
  }
}
