import { expect, it } from "vitest"
import { zoneNamed } from "./ViewerZone.ts"

it.each([
  ["Europe/Berlin", "Europe/Berlin"],
  ["europe/berlin", "Europe/Berlin"],
  ["UTC", "UTC"]
])("accepts the zone %s", (name, zone) => {
  expect(zoneNamed(name)).toBe(zone)
  expect(zoneNamed(name)).toBe(zone)
})

it.each([undefined, "", "Mars/Olympus", "../../etc/passwd", "x".repeat(100_000)])(
  "uses UTC for a missing or unknown zone",
  (name) => {
    expect(zoneNamed(name)).toBe("UTC")
  }
)
