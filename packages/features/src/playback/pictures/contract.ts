import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Ok, OkNull } from "@media/wire/Envelope"
import { Body, SafeText } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { RequireAdmin } from "@media/wire/Security"
import {
  FailConflict,
  FailInvalid,
  FailNotFound,
  FailNotReady,
  FailStorageFull,
  FailStorageUnavailable,
  FailUpstream
} from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { trackKind } from "../../media/audio/kind.ts"
import { bookKind } from "../../media/books/kind.ts"
import { imageKind } from "../../media/images/kind.ts"
import { Picture } from "@media/wire/Picture"
import { longestSeconds } from "../../catalog/user-items/contract.ts"
import { seriesKind } from "../../media/series/kind.ts"
import { videoKind } from "../../media/videos/kind.ts"

export const FrameChoice = Body({
  /** The time of the frame in seconds from the beginning of the video. */
  seconds: Schema.Number.pipe(
    Schema.filter((seconds) => seconds >= 0 && seconds <= longestSeconds, {
      message: () => `must be a time in seconds, from 0 to ${longestSeconds}`
    })
  )
})

export const PictureAddress = Body({
  /** The URL of a picture on a public website (http or https). JPEG, PNG, WebP, AVIF or GIF, up to 20 MiB. */
  url: SafeText(2_048)
})

const PictureNow = Schema.NullOr(Picture)

const fromUrl = <const Name extends string>(name: Name, path: `/${string}`, id: string) =>
  HttpApiEndpoint.post(name, `${path}/:id/thumbnail/from-url`)
    .setPath(idPath)
    .setPayload(PictureAddress)
    .addSuccess(Ok(`Fetch${id}PictureResponse`, PictureNow))
    .addError(FailNotFound)
    .addError(FailConflict)
    .addError(FailInvalid)
    .addError(FailUpstream)
    .addError(FailStorageFull)
    .addError(FailStorageUnavailable)
    .addError(FailNotReady)

const reset = <const Name extends string>(name: Name, path: `/${string}`, id: string) =>
  HttpApiEndpoint.del(name, `${path}/:id/thumbnail`)
    .setPath(idPath)
    .addSuccess(Ok(`Reset${id}PictureResponse`, PictureNow))
    .addError(FailNotFound)
    .addError(FailConflict)

/** Builds the route that removes an uploaded backdrop or logo. */
const resetRole = <const Name extends string>(name: Name, path: `/${string}`) =>
  HttpApiEndpoint.del(name, `${path}/:id/pictures/:role`)
    .setPath(Schema.Struct({ id: Schema.String, role: Schema.String }))
    .addSuccess(OkNull)
    .addError(FailNotFound)
    .addError(FailConflict)

/** Routes for choosing pictures. An item's own picture is uploaded to a raw route, which returns the same response. */
export class PicturesAdminGroup extends HttpApiGroup.make("picturesAdmin")
  .add(
    HttpApiEndpoint.post("chooseFrame", `${videoKind.paths.list}/:id/thumbnail/from-frame`)
      .setPath(idPath)
      .setPayload(FrameChoice)
      .addSuccess(Ok("ChooseFrameResponse", PictureNow))
      .addError(FailNotFound)
      .addError(FailConflict)
      .addError(FailInvalid)
      .addError(FailStorageFull)
      .addError(FailStorageUnavailable)
      .addError(FailNotReady)
  )
  .add(fromUrl("fetchVideo", videoKind.paths.list, "Video"))
  .add(fromUrl("fetchImage", imageKind.paths.list, "Image"))
  .add(fromUrl("fetchTrack", trackKind.paths.list, "AudioTrack"))
  .add(fromUrl("fetchBook", bookKind.paths.list, "Book"))
  .add(reset("resetVideo", videoKind.paths.list, "Video"))
  .add(reset("resetImage", imageKind.paths.list, "Image"))
  .add(reset("resetTrack", trackKind.paths.list, "AudioTrack"))
  .add(reset("resetBook", bookKind.paths.list, "Book"))
  .add(resetRole("resetVideoRole", videoKind.paths.list))
  .add(resetRole("resetSeriesRole", seriesKind.paths.list))
  .middleware(RequireAdmin) {}
