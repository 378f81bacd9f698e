import * as Option from "effect/Option"
import { originalRoute } from "../../catalog/items/original.ts"
import { contentTypeOf, contentTypeOfName } from "./directPlay.ts"
import { videoKind } from "./kind.ts"
import { sourceFor } from "./source.ts"

/** Sends the original bytes. The content type comes from the probe, or from the file name until the file was probed. */
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
