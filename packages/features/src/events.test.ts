import * as Either from "effect/Either"
import { expect, it } from "vitest"
import { registry } from "./generated/slices.ts"

/** Events as stored before fields were added. The log keeps such events forever. */
it.each([["library.contents-changed.v1", { contents: ["images"] }]])(
  "decodes %s without the fields that were added later",
  (type, stored) => {
    expect(registry.decode(type, stored)).toEqual(Either.right({ _tag: type, ...stored }))
  }
)
