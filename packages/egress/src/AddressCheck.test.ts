import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { expect, it } from "vitest"
import { addressCheck, type Reach } from "./AddressCheck.ts"
import { allowedHost } from "./AllowList.ts"

const names: Readonly<Record<string, ReadonlyArray<string>>> = {
  "public.test": ["93.184.216.34"],
  "nas.test": ["192.168.1.5"],
  "self.test": ["127.0.0.1"],
  "self6.test": ["::1"],
  "metadata.test": ["169.254.169.254"],
  "metadata6.test": ["fd00:ec2::254"],
  "mixed.test": ["192.168.1.5", "127.0.0.1"]
}
const checked = addressCheck({
  allowed: [allowedHost("nas.test:8080")!],
  resolve: (host) => Effect.succeed(names[host] ?? [])
})
const passes = (reach: Reach, host: string, port = 443): boolean =>
  Either.isRight(Effect.runSync(Effect.either(checked({ host, port, reach }))))

it("allows private addresses if the reach is `listed`, but not if it is `public`", () => {
  expect(passes("public", "public.test")).toBe(true)
  expect(passes("public", "nas.test", 8080)).toBe(false)
  expect(passes("listed", "nas.test", 8080)).toBe(true)
})

it("allows the local network if the reach is `network`, but never this machine", () => {
  expect(passes("network", "nas.test", 8096)).toBe(true)
  expect(passes("network", "10.0.0.7", 22)).toBe(true)
  for (const host of [
    ...["self.test", "self6.test", "metadata.test", "metadata6.test", "mixed.test"],
    ...["127.0.0.1", "169.254.169.254", "::1", "0.0.0.0", "100.100.100.200"]
  ])
    expect(passes("network", host), host).toBe(false)
})
