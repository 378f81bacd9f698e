import { expect, it } from "vitest"
import { isLoopback, networkKey } from "./NetworkKey.ts"

it.each([
  ["203.0.113.5", "203.0.113.5"],
  ["::ffff:203.0.113.5", "203.0.113.5"],
  ["::ffff:cb00:7105", "203.0.113.5"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::abcd", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8::ffff:1", "2001:db8:0:0::/64"],
  ["2001:db8:0:0:1::", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["", ""],
  ["unknown", "unknown"]
])("maps the address %s to the key %s", (address, key) => {
  expect(networkKey(address)).toBe(key)
})

it("recognizes loopback addresses", () => {
  expect(["127.0.0.1", "127.3.2.1", "::1", "::ffff:127.0.0.1"].map(isLoopback)).toEqual([
    true,
    true,
    true,
    true
  ])
  expect(["128.0.0.1", "10.127.0.1", "::2", "", "127.evil.example"].map(isLoopback)).toEqual([
    false,
    false,
    false,
    false,
    false
  ])
})
