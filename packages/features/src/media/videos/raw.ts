import * as Option from "effect/Option"
import { originalRoute } from "../../catalog/items/original.ts"
import { contentTypeOf, contentTypeOfName } from "./directPlay.ts"
import { videoKind } from "./kind.ts"
import { sourceFor } from "./source.ts"

/** The original bytes. The type is known from the probe, and from the name before that. */
export const sourceRoute = originalRoute({
  kind: videoKind,
  family: "video/*",
  find: sourceFor,
  contentType: ({ label, probe }) =>
    Option.match(probe, {
      onNone: () => contentTypeOfName(label),
      onSome: ({ container }) => contentTypeOf(container)
    })
})
