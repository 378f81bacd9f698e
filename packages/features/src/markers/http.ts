import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond } from "@media/wire/Respond"
import { CurrentPrincipal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { addMarker, changeMarker, removeMarker } from "./commands.ts"
import { MarkersAdminGroup, MarkersGroup } from "./contract.ts"
import { listMarkers, markerWall } from "./queries.ts"

export const MarkersLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(MarkersGroup),
  "markers",
  (handlers) =>
    handlers
      .handle("wall", ({ urlParams }) =>
        respond(Effect.flatMap(CurrentPrincipal, (principal) => markerWall(principal, urlParams)))
      )
      .handle("list", ({ path }) =>
        respond(Effect.flatMap(CurrentPrincipal, (principal) => listMarkers(principal, path.id)))
      )
)

export const MarkersAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(MarkersAdminGroup),
  "markersAdmin",
  (handlers) =>
    handlers
      .handle("add", ({ path, payload }) =>
        respond(Effect.flatMap(CurrentPrincipal, (principal) => addMarker(principal, path.id, payload)))
      )
      .handle("change", ({ path, payload }) =>
        respond(
          Effect.flatMap(CurrentPrincipal, (principal) =>
            changeMarker(principal, path.id, path.markerId, payload)
          )
        )
      )
      .handle("changeNamed", ({ path, payload, urlParams }) =>
        respond(
          Effect.flatMap(CurrentPrincipal, (principal) =>
            changeMarker(principal, path.id, urlParams.markerId, payload)
          )
        )
      )
      .handle("remove", ({ path }) =>
        respond(
          Effect.flatMap(CurrentPrincipal, (principal) => removeMarker(principal, path.id, path.markerId))
        )
      )
      .handle("removeNamed", ({ path, urlParams }) =>
        respond(
          Effect.flatMap(CurrentPrincipal, (principal) =>
            removeMarker(principal, path.id, urlParams.markerId)
          )
        )
      )
)
