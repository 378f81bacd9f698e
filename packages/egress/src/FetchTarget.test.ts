import { describe, expect, it } from "vitest"
import { allowedHost, isAllowed } from "./AllowList.ts"
import { targetOf } from "./FetchTarget.ts"

describe("targetOf", () => {
  it.each([
    ["http://example.org/a.png?b=c", "example.org", 80],
    ["HTTPS://Example.ORG", "example.org", 443],
    ["http://example.org:8080/", "example.org", 8080],
    ["https://bücher.example/x", "xn--bcher-kva.example", 443],
    ["http://192.168.1.5/x", "192.168.1.5", 80],
    ["http://[fd00::5]:81/x", "fd00::5", 81]
  ])("reads the target of %s", (text, host, port) => expect(targetOf(text)).toMatchObject({ host, port }))

  it.each([
    "",
    "example.org",
    "//example.org",
    "ftp://example.org/",
    "file:///etc/passwd",
    "gopher://example.org/",
    "data:image/png;base64,AA==",
    "javascript:alert(1)",
    "http:example.org",
    "http:///example.org",
    "http://user@example.org/",
    "http://user:secret@example.org/",
    "http://@example.org/",
    "http://example.org\\@127.0.0.1/",
    "http://exam\tple.org/",
    " http://example.org/",
    "http://example.org/a\nb",
    "http://example.org\u0000/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://127.0.0.1./",
    "http://example.org./",
    "http://localhost./",
    "http://１２７.0.0.1/",
    "http://127。0。0。1/",
    "http://%31%32%37.0.0.1/",
    "http://[::ffff:127.0.0.1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[fe80::1%25eth0]/",
    "http://example.org:0/",
    "http://example.org:99999/",
    "http://-a.example/",
    "http://a..example/",
    `http://example.org/${"a".repeat(2_100)}`
  ])("rejects %j", (text) => expect(targetOf(text)).toBeUndefined())
})

describe("the list of allowed private hosts", () => {
  const list = ["NAS.local", "files:8080", "192.168.1.5", "[fd00::5]:81", "fd00:0:0::6"].map((entry) =>
    allowedHost(entry)!
  )

  it.each([
    "http://nas.local/",
    "http://nas.local:9000/",
    "http://files:8080/",
    "http://192.168.1.5:1/",
    "http://[fd00::5]:81/",
    "http://[fd00::6]/"
  ])("contains %s", (text) => expect(isAllowed(list, targetOf(text)!)).toBe(true))
  it.each([
    "http://files/",
    "http://nas.local.example.org/",
    "http://xnas.local/",
    "http://192.168.1.6/",
    "http://[fd00::5]/"
  ])("does not contain %s", (text) => expect(isAllowed(list, targetOf(text)!)).toBe(false))
  it.each(["", "http://nas.local", "nas.local/x", "a b", "nas:99999", "*", "192.168.0.0/16"])(
    "rejects %j",
    (entry) => expect(allowedHost(entry)).toBeUndefined()
  )
})
