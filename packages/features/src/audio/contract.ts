import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { Page } from "@media/wire/Envelope"
import { TimedItemFilter, itemGroup, plainItem } from "../items/contract.ts"
import { trackKind } from "./kind.ts"

const schemas = plainItem("track", "AudioTrack")

export const AudioTrackSummary = schemas.summary
export type AudioTrackSummary = typeof AudioTrackSummary.Type
export const AudioTrack = schemas.detail
export type AudioTrack = typeof AudioTrack.Type

export class AudioTracksGroup extends itemGroup("audioTracks", {
  name: "AudioTrack",
  path: trackKind.paths.list,
  list: HttpApiEndpoint.get("list", trackKind.paths.list)
    .setUrlParams(TimedItemFilter)
    .addSuccess(Page("AudioTracksResponse", AudioTrackSummary)),
  detail: AudioTrack
}) {}
