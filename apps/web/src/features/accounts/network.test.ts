import { describe, expect, it } from "vitest"
import { networkOf } from "./network"

describe("networkOf", () => {
  it.each([
    ["127.0.0.1", "fromHere", "127.0.0.1"],
    ["::1", "fromHere", "::1"],
    ["::ffff:192.168.1.20", "fromNetwork", "192.168.1.20"],
    ["10.0.0.4", "fromNetwork", "10.0.0.4"],
    ["172.31.2.1", "fromNetwork", "172.31.2.1"],
    ["172.32.2.1", "fromInternet", "172.32.2.1"],
    ["fe80::1", "fromNetwork", "fe80::1"],
    ["fd12:3456::1", "fromNetwork", "fd12:3456::1"],
    ["2001:db8::1", "fromInternet", "2001:db8::1"],
    ["203.0.113.9", "fromInternet", "203.0.113.9"]
  ])("describes the address %s as %s", (address, network, shown) => {
    expect(networkOf(address)).toEqual({ network, address: shown })
  })
})
