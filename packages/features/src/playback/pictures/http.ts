import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import type { ItemKind } from "../../ItemKind.ts"
import { chooseFrame, fetchPicture, resetPicture } from "./commands.ts"
import { PicturesAdminGroup } from "./contract.ts"

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
)
