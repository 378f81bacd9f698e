import { SystemInfo } from "@media/features/platform/system/SystemInfo"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ApiDocuments } from "./DocumentRoutes.ts"

/**
 * The API's description, loaded and rendered by the first request. At startup it would cost a quarter of a second and 20
 * MB, and most servers are never asked for it.
 */
export const apiDocuments = Layer.effect(
  ApiDocuments,
  Effect.flatMap(SystemInfo, ({ version }) =>
    Effect.cached(
      Effect.promise(() => import("./Documents.ts").then(({ renderDocuments }) => renderDocuments(version)))
    )
  )
)
