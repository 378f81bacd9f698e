import { NotFound } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ItemKind } from "../../ItemKind.ts"
import { trackKind } from "../../media/audio/kind.ts"
import { bookKind } from "../../media/books/kind.ts"
import { imageKind } from "../../media/images/kind.ts"
import { seasonKind, seriesKind } from "../../media/series/kind.ts"
import { videoKind } from "../../media/videos/kind.ts"
import type { Principal } from "@media/wire/Security"
import type { MediaKind } from "../../MediaKind.ts"
import * as Access from "../../platform/access/Access.ts"
import { backdropOfSeries, backdropOfVideo } from "./backdrop.ts"
import { uploadPicture } from "./commands.ts"
import { pictureSeen } from "./queries.ts"
import { pictureRoute, pictureUploadRoute } from "./pictureRoutes.ts"
import { roleRoute, roleUpload, serveRole } from "./roles/routes.ts"
import { servedPicture, type ServedPicture } from "./serve.ts"

const requireSeen = (principal: Principal, kind: ItemKind, id: string) =>
  Effect.gen(function* () {
    const seen = yield* Effect.orDie(pictureSeen(principal, kind, id))
    if (Option.isNone(seen)) return yield* new NotFound({ what: kind })
    return seen.value
  })

const thumbnailRoute = ({ kind, paths }: MediaKind<ItemKind>) =>
  pictureRoute({
    path: paths.list,
    what: kind,
    serve: (principal, id, asked) =>
      Effect.gen(function* () {
        return yield* servedPicture(id, yield* requireSeen(principal, kind, id), asked)
      })
  })

const uploadRoute = ({ kind, paths }: MediaKind<ItemKind>) =>
  pictureUploadRoute({
    path: paths.list,
    what: kind,
    require: (principal, id) =>
      Effect.gen(function* () {
        yield* requireSeen(principal, kind, id)
        yield* Access.require(principal, "edit-item", { id })
      }),
    upload: (principal, id, bytes) => uploadPicture(principal, kind, id, bytes)
  })

const backdropRoute = <E, R>(
  { kind, paths }: MediaKind<ItemKind>,
  serve: (
    principal: Principal,
    id: string,
    asked: Parameters<typeof servedPicture>[2]
  ) => Effect.Effect<ServedPicture | undefined, E, R>
) =>
  pictureRoute({
    name: "backdrop",
    path: paths.list,
    what: kind,
    serve: (principal, id, asked) =>
      Effect.gen(function* () {
        yield* requireSeen(principal, kind, id)
        const recorded = yield* serveRole(kind)(principal, id, asked, "backdrop")
        return recorded ?? (yield* serve(principal, id, asked))
      })
  })

export const videoBackdropRoute = backdropRoute(videoKind, (_principal, id, asked) =>
  backdropOfVideo(id, asked)
)
export const seriesBackdropRoute = backdropRoute(seriesKind, backdropOfSeries)
export const videoThumbnailRoute = thumbnailRoute(videoKind)
export const imageThumbnailRoute = thumbnailRoute(imageKind)
export const videoPictureUpload = uploadRoute(videoKind)
export const imagePictureUpload = uploadRoute(imageKind)
export const trackThumbnailRoute = thumbnailRoute(trackKind)
export const trackPictureUpload = uploadRoute(trackKind)
export const bookThumbnailRoute = thumbnailRoute(bookKind)
export const seriesThumbnailRoute = thumbnailRoute(seriesKind)
export const seasonThumbnailRoute = thumbnailRoute(seasonKind)
export const bookPictureUpload = uploadRoute(bookKind)

export const videoRolePicture = roleRoute(videoKind)
export const videoRolePictureUpload = roleUpload(videoKind)
export const seriesRolePicture = roleRoute(seriesKind)
export const seriesRolePictureUpload = roleUpload(seriesKind)
