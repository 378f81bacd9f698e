import { expect, it } from "vitest"
import { localUrl } from "./Health.ts"

it.each([
  ["0.0.0.0", "http://localhost:8008"],
  ["::", "http://localhost:8008"],
  ["127.0.0.1", "http://localhost:8008"],
  ["192.168.1.5", "http://192.168.1.5:8008"],
  ["fe80::1", "http://[fe80::1]:8008"]
])("reaches %s as %s", (host, url) => {
  expect(localUrl({ host, port: 8008 })).toBe(url)
})
