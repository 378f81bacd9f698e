import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Ok } from "@media/wire/Envelope"
import { Body, SafeText } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { RequireAdmin } from "@media/wire/Security"
import { FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { VideosAs } from "../../library/libraries/contract.ts"
import { ProofPart } from "./events.ts"

const Path = SafeText(4_096)
const Number = Schema.NullOr(Schema.Int)
const Text = Schema.NullOr(Schema.String)

/** The file paths to classify, and the settings of the library that would contain them. */
export const SimulatorInput = Body({
  paths: Schema.Array(Path).pipe(Schema.maxItems(20_000)),
  library: Schema.optional(
    Schema.Struct({
      /** The root folders of the library. The names of the folders above the roots are ignored. */
      roots: Schema.optional(Schema.Array(Path).pipe(Schema.maxItems(50))),
      videosAs: Schema.optional(VideosAs)
    })
  )
})
export type SimulatorInput = typeof SimulatorInput.Type

const Role = Schema.Literal("movie", "episode", "video", "extra", "ignored")
const factFields = {
  role: Role,
  title: Text,
  year: Number,
  series: Schema.NullOr(Schema.Struct({ title: Schema.String, year: Number })),
  season: Number,
  episode: Number,
  episodeEnd: Number,
  absolute: Number,
  airDate: Text
}

/** The classification that a file would get. */
export const SimulatedFile = Schema.Struct({
  path: Schema.String,
  ...factFields,
  externalIds: Schema.Record({ key: Schema.String, value: Schema.String }),
  extraType: Text,
  /** The path of the main file that this file would be attached to. Null if this file would be a work of its own. */
  attachedTo: Text,
  attachedAs: Schema.NullOr(Schema.Literal("version", "part", "extra")),
  proof: Schema.Array(ProofPart),
  alternatives: Schema.Array(Schema.Struct({ ...factFields, rule: Schema.String })),
  /** Confidence in the classification, from 0 to 1. */
  confidence: Schema.Number
}).annotations({ identifier: "SimulatedFile" })
export type SimulatedFile = typeof SimulatedFile.Type

export const previewedRoles = ["movie", "episode", "video", "version", "part", "extra"] as const
export type PreviewedRole = (typeof previewedRoles)[number]

const Previewed = Schema.Struct({
  role: Schema.Literal(...previewedRoles),
  title: Text,
  series: Text,
  season: Number,
  episode: Number
})

/** The classification that the name of a video in a library gives, and the classification that the library holds. */
export const ComparedFile = Schema.Struct({
  ...SimulatedFile.fields,
  held: Previewed,
  /** True if the library holds something else, for example because of an NFO file or a manual classification. */
  isDifferent: Schema.Boolean
}).annotations({ identifier: "ComparedFile" })
export type ComparedFile = typeof ComparedFile.Type

/** Maximum number of videos that one comparison can contain. */
export const mostCompared = 5_000

/** The effect of a change to `videosAs` on the videos of a library. */
export const LibraryPreview = Schema.Struct({
  /** Number of videos in each role. Roles without videos are omitted. */
  roles: Schema.Array(
    Schema.Struct({ role: Schema.Literal(...previewedRoles), before: Schema.Int, after: Schema.Int })
  ),
  changedCount: Schema.Int,
  /** The first 50 changed videos, sorted by path. */
  changed: Schema.Array(Schema.Struct({ path: Schema.String, before: Previewed, after: Previewed }))
}).annotations({ identifier: "LibraryPreview" })
export type LibraryPreview = typeof LibraryPreview.Type

/** Previews how a library would classify files by their names. No files are read. */
export class SimulatorGroup extends HttpApiGroup.make("simulator")
  .add(
    HttpApiEndpoint.post("classify", "/api/video/classify")
      .setPayload(SimulatorInput)
      .addSuccess(Ok("SimulatorResponse", Schema.Struct({ items: Schema.Array(SimulatedFile) })))
      .addError(FailInvalid)
  )
  .add(
    HttpApiEndpoint.get("preview", "/api/libraries/:id/classification-preview")
      .setPath(idPath)
      .setUrlParams(Schema.Struct({ videosAs: VideosAs }))
      .addSuccess(Ok("LibraryPreviewResponse", LibraryPreview))
      .addError(FailInvalid)
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.get("compare", "/api/libraries/:id/naming")
      .setPath(idPath)
      .setUrlParams(
        Schema.Struct({
          /** A folder below a root of the library, such as `Series/The Wire`. By default, all folders. */
          folder: Schema.optional(Path),
          /** The setting to try. By default, the current setting of the library. */
          videosAs: Schema.optional(VideosAs)
        })
      )
      .addSuccess(Ok("NamingResponse", Schema.Struct({ items: Schema.Array(ComparedFile) })))
      .addError(FailInvalid)
      .addError(FailNotFound)
  )
  .middleware(RequireAdmin) {}
