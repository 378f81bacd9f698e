import { entityPaths } from "../../catalog/related/picture.ts"
import type { EntityKind } from "../../EntityKind.ts"
import { pictureRoute, pictureUploadRoute } from "../../playback/pictures/pictureRoutes.ts"
import { requireEditable, serveEntityPicture, uploadEntityPicture } from "./pictures.ts"

const picture = (kind: EntityKind) =>
  pictureRoute({
    path: entityPaths[kind],
    what: kind,
    serve: (principal, id, asked) => serveEntityPicture(principal, kind, id, asked)
  })

const upload = (kind: EntityKind) =>
  pictureUploadRoute({
    path: entityPaths[kind],
    what: kind,
    require: (principal, id) => requireEditable(principal, kind, id),
    upload: (principal, id, bytes) => uploadEntityPicture(principal, kind, id, bytes)
  })

export const performerPicture = picture("performer")
export const performerPictureUpload = upload("performer")
export const studioPicture = picture("studio")
export const studioPictureUpload = upload("studio")
export const authorPicture = picture("author")
export const authorPictureUpload = upload("author")
export const tagPicture = picture("tag")
export const tagPictureUpload = upload("tag")
