import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond } from "@media/wire/Respond"
import * as Serve from "@media/wire/Serve"
import { CurrentPrincipal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { addMarker, changeMarker, type Marked, removeMarker } from "./commands.ts"
import {
  type MarkerPatch,
  MarkersAdminGroup,
  MarkersGroup,
  type NewMarker,
  TrackMarkersAdminGroup,
  TrackMarkersGroup
} from "./contract.ts"
import { listMarkers, type MarkedKind, markerWall, ofTrack, ofVideo } from "./queries.ts"

const list = (of: Marked) =>
  Effect.flatMap(CurrentPrincipal, (principal) => listMarkers(principal, of.kind, of.id))
const add = (of: Marked, body: NewMarker) =>
  Effect.flatMap(CurrentPrincipal, (principal) => addMarker(principal, of, body))
const change = (of: Marked, markerId: string, patch: MarkerPatch) =>
  Effect.flatMap(CurrentPrincipal, (principal) => changeMarker(principal, of, markerId, patch))
const remove = (of: Marked, markerId: string) =>
  Effect.flatMap(CurrentPrincipal, (principal) => removeMarker(principal, of, markerId))
const marked =
  (kind: MarkedKind) =>
  ({ id }: { readonly id: string }): Marked => ({ kind, id })
const video = marked("video")
const track = marked("track")

export const MarkersLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(MarkersGroup),
  "markers",
  (handlers) =>
    handlers
      .handle("wall", Serve.list(markerWall))
      .handle("list", ({ path }) => respond(Effect.map(list(video(path)), (all) => all.map(ofVideo))))
)

export const MarkersAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(MarkersAdminGroup),
  "markersAdmin",
  (handlers) =>
    handlers
      .handle("add", ({ path, payload }) => respond(Effect.map(add(video(path), payload), ofVideo)))
      .handle("change", ({ path, payload }) =>
        respond(Effect.map(change(video(path), path.markerId, payload), ofVideo))
      )
      .handle("changeNamed", ({ path, payload, urlParams }) =>
        respond(Effect.map(change(video(path), urlParams.markerId, payload), ofVideo))
      )
      .handle("remove", ({ path }) => respond(remove(video(path), path.markerId)))
      .handle("removeNamed", ({ path, urlParams }) => respond(remove(video(path), urlParams.markerId)))
)

export const TrackMarkersLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(TrackMarkersGroup),
  "trackMarkers",
  (handlers) =>
    handlers.handle("list", ({ path }) => respond(Effect.map(list(track(path)), (all) => all.map(ofTrack))))
)

export const TrackMarkersAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(TrackMarkersAdminGroup),
  "trackMarkersAdmin",
  (handlers) =>
    handlers
      .handle("add", ({ path, payload }) => respond(Effect.map(add(track(path), payload), ofTrack)))
      .handle("change", ({ path, payload }) =>
        respond(Effect.map(change(track(path), path.markerId, payload), ofTrack))
      )
      .handle("remove", ({ path }) => respond(remove(track(path), path.markerId)))
)
