import { expect, it } from "vitest"
import { isReadable } from "./plainConnection"

it.each([
  ["http://media.lan:8008", true],
  ["http://192.168.1.5:8008", true],
  ["http://localhost.example.com", true],
  ["https://media.lan:8008", false],
  ["http://localhost:8008", false],
  ["http://media.localhost:8008", false],
  ["http://127.0.0.1:8008", false],
  ["http://[::1]:8008", false]
])("decides whether other people can read the traffic to %s: %s", (address, expected) => {
  expect(isReadable(new URL(address))).toBe(expected)
})
