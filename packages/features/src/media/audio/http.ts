import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { handleAll } from "@media/wire/HandleAll"
import { itemHandlers } from "../../catalog/items/http.ts"
import { AudioTracksGroup } from "./contract.ts"
import { getTrack, listTracks } from "./queries.ts"
import { removeItem } from "../../library/trash/commands.ts"

export const AudioTracksLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(AudioTracksGroup),
  "audioTracks",
  (handlers) =>
    handleAll(handlers, itemHandlers({ kind: "track", list: listTracks, get: getTrack, remove: removeItem }))
)
