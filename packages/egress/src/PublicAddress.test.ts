import { describe, expect, it } from "vitest"
import { classOf } from "./PublicAddress.ts"

describe("classOf", () => {
  it.each([
    "93.184.216.34",
    "1.1.1.1",
    "172.15.255.255",
    "172.32.0.1",
    "2606:4700::1111",
    "2a00:1450:4001::5"
  ])("classifies %s as public", (address) => expect(classOf(address)).toBe("public"))

  it.each([
    ["loopback", "127.0.0.1", "private"],
    ["loopback, elsewhere", "127.255.0.9", "private"],
    ["loopback of IPv6", "::1", "private"],
    ["private", "10.1.2.3", "private"],
    ["private", "172.16.0.1", "private"],
    ["private", "192.168.178.1", "private"],
    ["unique local", "fd00::5", "private"],
    ["carrier-grade NAT", "100.64.0.1", "private"],
    ["link-local, metadata", "169.254.169.254", "link-local"],
    ["link-local of IPv6", "fe80::1", "link-local"],
    ["metadata of AWS by IPv6", "fd00:ec2::254", "private"],
    ["unspecified", "0.0.0.0", "never"],
    ["this network", "0.1.2.3", "never"],
    ["unspecified of IPv6", "::", "never"],
    ["multicast", "224.0.0.1", "never"],
    ["multicast of IPv6", "ff02::1", "never"],
    ["broadcast", "255.255.255.255", "never"],
    ["reserved", "240.0.0.1", "never"],
    ["benchmarks", "198.18.0.1", "never"],
    ["documentation", "192.0.2.1", "never"],
    ["protocol assignments", "192.0.0.170", "never"],
    ["mapped", "::ffff:127.0.0.1", "never"],
    ["mapped, public", "::ffff:1.1.1.1", "never"],
    ["mapped, in hexadecimal", "::ffff:7f00:1", "never"],
    ["compatible", "::127.0.0.1", "never"],
    ["translated", "::ffff:0:127.0.0.1", "never"],
    ["NAT64", "64:ff9b::7f00:1", "never"],
    ["NAT64 of one's own", "64:ff9b:1::a00:1", "never"],
    ["6to4", "2002:7f00:1::", "never"],
    ["Teredo", "2001:0:7f00:1::", "never"],
    ["site-local", "fec0::1", "never"],
    ["documentation of IPv6", "2001:db8::1", "never"],
    ["not given out", "4000::1", "never"],
    ["with a zone", "fe80::1%eth0", "never"],
    ["none", "example.org", "never"],
    ["nothing", "", "never"]
  ])("does not classify %s (%s) as public", (_what, address, kind) => expect(classOf(address)).toBe(kind))
})
