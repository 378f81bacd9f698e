import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { Page } from "@media/wire/Envelope"
import { TimedItemFilter, itemGroup, plainItem } from "../items/contract.ts"

const schemas = plainItem("track", "AudioTrack")

export const AudioTrackSummary = schemas.summary
export type AudioTrackSummary = typeof AudioTrackSummary.Type
export const AudioTrack = schemas.detail
export type AudioTrack = typeof AudioTrack.Type

export class AudioTracksGroup extends itemGroup("audioTracks", {
  name: "AudioTrack",
  path: "/api/audio-tracks",
  list: HttpApiEndpoint.get("list", "/api/audio-tracks")
    .setUrlParams(TimedItemFilter)
    .addSuccess(Page("AudioTracksResponse", AudioTrackSummary)),
  detail: AudioTrack
}) {}
