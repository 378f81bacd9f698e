import * as Either from "effect/Either"
import { expect, it } from "vitest"
import { registry } from "./generated/slices.ts"

/** Events as they were stored before fields were added to their type. The log still contains such events. */
it.each([["library.contents-changed.v1", { contents: ["images"] }]])(
  "decodes %s without the fields that were added later",
  (type, stored) => {
    expect(registry.decode(type, stored)).toEqual(Either.right({ _tag: type, ...stored }))
  }
)
