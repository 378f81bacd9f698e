import { isIP } from "node:net"

/** The target of a request. Its URL is written in a way that all URL parsers understand identically. */
export interface FetchTarget {
  readonly url: URL
  readonly isTls: boolean
  /** A host name, or an IP address without brackets. */
  readonly host: string
  readonly port: number
}

const MOST_LETTERS = 2_048
/**
 * Matches characters that URL parsers treat differently: white space and control characters, which some remove, and
 * backslashes, which some read as slashes.
 */
// eslint-disable-next-line no-control-regex
const ODD = /[\u0000-\u0020\u007f\\]/
const AUTHORITY = /^https?:\/\/([^/?#]+)/i

const withoutPort = (authority: string): string => authority.replace(/:\d*$/, "")

const isCanonicalName = (name: string): boolean =>
  name.length <= 253 &&
  // Some parsers read a name whose last label is a number as an IPv4 address.
  !/(^|\.)(0x[0-9a-f]*|\d+)$/i.test(name) &&
  name.split(".").every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))

/**
 * Returns the target of a URL, or undefined if the URL is rejected. Accepts only http and https URLs without a user or
 * password. Rejects spellings that another parser would read as a different host (`0x7f.1`, `2130706433`, `127.1`,
 * `a.example.`, full-width digits).
 */
export const targetOf = (text: string): FetchTarget | undefined => {
  const authority = AUTHORITY.exec(text)?.[1]
  if (authority === undefined || text.length > MOST_LETTERS || ODD.test(text)) return undefined
  if (authority.includes("@") || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isTls = url.protocol === "https:"
  if (!isTls && url.protocol !== "http:") return undefined
  if (url.username !== "" || url.password !== "") return undefined
  const host = url.hostname.replace(/^\[|\]$/g, "")
  // `URL` normalizes every spelling of an IP address. Accept an IP address only if it was already written in this form.
  const isWritten = withoutPort(authority).toLowerCase() === url.hostname
  if (isIP(host) === 0 ? !isCanonicalName(host) : !isWritten) return undefined
  const port = url.port === "" ? (isTls ? 443 : 80) : Number(url.port)
  return port === 0 ? undefined : { url, isTls, host, port }
}
