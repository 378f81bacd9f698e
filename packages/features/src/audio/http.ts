import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { itemHandlers } from "../items/http.ts"
import { AudioTracksGroup } from "./contract.ts"
import { getTrack, listTracks } from "./queries.ts"

const handle = itemHandlers({ kind: "track", list: listTracks, get: getTrack })

export const AudioTracksLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(AudioTracksGroup),
  "audioTracks",
  (handlers) =>
    handlers
      .handle("list", handle.list)
      .handle("get", handle.get)
      .handle("update", handle.update)
      .handle("remove", handle.remove)
      .handle("rate", handle.rate)
      .handle("favorite", handle.favorite)
      .handle("unfavorite", handle.unfavorite)
      .handle("watch", handle.watch)
      .handle("unwatch", handle.unwatch)
      .handle("play", handle.play)
      .handle("progress", handle.progress)
      .handle("forgetProgress", handle.forgetProgress)
)
