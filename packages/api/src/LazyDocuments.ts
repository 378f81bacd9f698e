import { SystemInfo } from "@media/features/platform/system/SystemInfo"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ApiDocuments } from "./DocumentRoutes.ts"

/**
 * The documents of the API, loaded and rendered on the first request. Rendering them at startup would cost a quarter of
 * a second and 20 MB, and most servers never serve them.
 */
export const apiDocuments = Layer.effect(
  ApiDocuments,
  Effect.flatMap(SystemInfo, ({ version }) =>
    Effect.cached(
      Effect.promise(() => import("./Documents.ts").then(({ renderDocuments }) => renderDocuments(version)))
    )
  )
)
