import { liveChildren } from "@media/children/LiveChildren"
import { makeTunnel, Tunnel } from "@media/egress/Tunnel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { liveSandbox } from "./LiveSandbox.ts"
import { Sandbox } from "./Sandbox.ts"

const tunnel = Layer.succeed(Tunnel, makeTunnel({ allowed: [], resolve: () => Effect.succeed([]) }))
const layer = liveSandbox().pipe(Layer.provide(Layer.merge(liveChildren, tunnel)))

it("reports a reason and a cure for each level below the highest", async () => {
  const found = await Effect.runPromise(
    Effect.flatMap(Sandbox, ({ level }) => level).pipe(Effect.provide(layer))
  )
  expect([1, 2, 3]).toContain(found.level)
  if (found.level < 3) expect([found.reason, found.cure]).not.toContain(undefined)
})
