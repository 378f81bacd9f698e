import * as Either from "effect/Either"
import { expect, it } from "vitest"
import { registry } from "./generated/slices.ts"

/** Events in their stored form from before fields were added. The log keeps them forever. */
it.each([["library.contents-changed.v1", { contents: ["images"] }]])(
  "reads %s in its first shape",
  (type, stored) => {
    expect(registry.decode(type, stored)).toEqual(Either.right({ _tag: type, ...stored }))
  }
)
