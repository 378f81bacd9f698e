import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import * as Effect from "effect/Effect"
import type { ItemKind } from "../../ItemKind.ts"
import { chooseFrame, fetchPicture, resetPicture } from "./commands.ts"
import { PicturesAdminGroup } from "./contract.ts"
import { resetRolePicture } from "./roles/commands.ts"

interface AtId {
  readonly path: { readonly id: string }
}
const reset =
  (kind: ItemKind) =>
  ({ path }: AtId) =>
    respondTo((principal) => resetPicture(principal, kind, path.id))

const fromUrl =
  (kind: ItemKind) =>
  ({ path, payload }: AtId & { readonly payload: { readonly url: string } }) =>
    respondTo((principal) => fetchPicture(principal, kind, path.id, payload.url))

interface AtRole {
  readonly path: { readonly id: string; readonly role: string }
}
const resetRole =
  (kind: ItemKind) =>
  ({ path }: AtRole) =>
    respondTo((principal) => Effect.as(resetRolePicture(principal, kind, path.id, path.role), null))

export const PicturesAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(PicturesAdminGroup),
  "picturesAdmin",
  (handlers) =>
    handlers
      .handle("chooseFrame", ({ path, payload }) =>
        respondTo((principal) => chooseFrame(principal, path.id, payload.seconds))
      )
      .handle("fetchVideo", fromUrl("video"))
      .handle("fetchImage", fromUrl("image"))
      .handle("fetchTrack", fromUrl("track"))
      .handle("fetchBook", fromUrl("book"))
      .handle("resetVideo", reset("video"))
      .handle("resetImage", reset("image"))
      .handle("resetTrack", reset("track"))
      .handle("resetBook", reset("book"))
      .handle("resetVideoRole", resetRole("video"))
      .handle("resetSeriesRole", resetRole("series"))
)
