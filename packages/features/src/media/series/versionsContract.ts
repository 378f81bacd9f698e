import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { OkNull } from "@media/wire/Envelope"
import { Body, SafeText } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { RequireAdmin } from "@media/wire/Security"
import { FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"

const videoPath = Schema.Struct({ id: Schema.String, videoId: Schema.String })

/** A video to attach to a work as another version. */
export const VersionInput = Body({
  videoId: Uuid,
  /** Text that distinguishes the version from other versions, such as "Director's Cut". */
  label: Schema.optional(Schema.NullOr(SafeText(200)))
})
export type VersionInput = typeof VersionInput.Type
/** All additional parts of a work in playing order. Current parts that are omitted become works of their own. */
const PartsInput = Body({ videoIds: Schema.Array(Uuid).pipe(Schema.maxItems(100)) })

/** Routes that change which files belong to a movie or an episode. Later scans keep these changes. */
const versionsGroup = <const Id extends string>(id: Id, path: `/${string}`) =>
  HttpApiGroup.make(id)
    .add(
      HttpApiEndpoint.post("attach", `${path}/:id/versions`)
        .setPath(idPath)
        .setPayload(VersionInput)
        .addSuccess(OkNull)
        .addError(FailNotFound)
        .addError(FailInvalid)
        .addError(FailConflict)
    )
    .add(
      HttpApiEndpoint.del("detach", `${path}/:id/versions/:videoId`)
        .setPath(videoPath)
        .addSuccess(OkNull)
        .addError(FailNotFound)
        .addError(FailConflict)
    )
    .add(
      HttpApiEndpoint.put("choosePrimary", `${path}/:id/primary`)
        .setPath(idPath)
        .setPayload(Body({ videoId: Uuid }))
        .addSuccess(OkNull)
        .addError(FailNotFound)
        .addError(FailConflict)
    )
    .add(
      HttpApiEndpoint.put("setParts", `${path}/:id/parts`)
        .setPath(idPath)
        .setPayload(PartsInput)
        .addSuccess(OkNull)
        .addError(FailNotFound)
        .addError(FailInvalid)
        .addError(FailConflict)
    )
    .middleware(RequireAdmin)

export class MovieVersionsGroup extends versionsGroup("movieVersions", "/api/video/movies") {}
export class EpisodeVersionsGroup extends versionsGroup("episodeVersions", "/api/video/episodes") {}
