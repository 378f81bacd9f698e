import { expect, it } from "vitest"
import { devicePathOf, isWithin, parseMounts } from "./Mounts.ts"

const mounts = parseMounts(`22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
30 22 254:2 / /srv rw - ext4 /dev/vda2 rw
31 22 254:2 /data/cache /mnt/a\\040copy rw - ext4 /dev/vda2 rw
32 22 0:40 / /mnt rw - tmpfs none rw
33 32 254:2 /data/cache /mnt/again rw - ext4 /dev/vda2 rw
`)

it("resolves a folder to the same device path through every mount", () => {
  const cache = { device: "254:2", path: "/data/cache" }
  expect(devicePathOf(mounts, "/srv/data/cache")).toEqual(cache)
  expect(devicePathOf(mounts, "/mnt/again")).toEqual(cache)
  expect(devicePathOf(mounts, "/mnt/a copy/hls")).toEqual({ device: "254:2", path: "/data/cache/hls" })
  expect(devicePathOf(mounts, "/home/films")).toEqual({ device: "254:1", path: "/home/films" })
  expect(devicePathOf(mounts, "/")).toEqual({ device: "254:1", path: "/" })
  expect(devicePathOf(mounts, "/srv")).toEqual({ device: "254:2", path: "/" })
  expect(devicePathOf([], "/srv")).toBe(undefined)
})

it("does not confuse folders whose names begin with the same text", () => {
  expect(isWithin("/srv/data", "/srv/data")).toBe(true)
  expect(isWithin("/srv/data/x", "/srv/data")).toBe(true)
  expect(isWithin("/srv/data-2", "/srv/data")).toBe(false)
  expect(isWithin("/srv", "/srv/data")).toBe(false)
  expect(isWithin("/srv", "/")).toBe(true)
})
