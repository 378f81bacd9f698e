import { ProbeFacts } from "@media/media-tools/ProbeFacts"
import type { Principal } from "@media/wire/Security"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import {
  sourceColumns,
  sourceRowFields,
  sourceTables,
  type ItemSource,
  sourceById as itemSourceById,
  toItemSource,
  visibleSource
} from "../../catalog/items/source.ts"

const SourceRow = Schema.Struct({
  ...sourceRowFields,
  playback_failure: Schema.NullOr(Schema.String),
  probe: Schema.NullOr(Schema.Unknown)
})

/** The file of a video, with the data needed to open and play it. */
export interface VideoSource extends ItemSource {
  /** See `VideoSummary.playbackFailure`. */
  readonly playbackFailure: string | null
  readonly probe: Option.Option<ProbeFacts>
}

const decodeFacts = Schema.decodeUnknownOption(ProbeFacts)

const toSource = (row: typeof SourceRow.Type): VideoSource => ({
  ...toItemSource(row),
  playbackFailure: row.playback_failure,
  probe: row.probe === null ? Option.none() : decodeFacts(row.probe)
})

const rows = {
  kind: "video" as const,
  row: SourceRow,
  columns: `${sourceColumns}, k.playback_failure, k.probe`,
  tables: `${sourceTables} left join video_facts k on k.item_id = v.id`,
  toSource
}

/** Returns the file of a video, or `Option.none` if the video does not exist or the caller may not see it. */
export const sourceFor = (principal: Principal, id: string) => visibleSource(rows, principal, id)

/** Returns the file of a video by its id. No permissions are checked, because background work has no caller. */
export const sourceById = (id: string) => itemSourceById(rows, id)
