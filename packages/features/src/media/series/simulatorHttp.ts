import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond } from "@media/wire/Respond"
import * as Effect from "effect/Effect"
import { compareNaming } from "./compareNaming.ts"
import { previewLibrary } from "./preview.ts"
import { simulate } from "./simulate.ts"
import { SimulatorGroup } from "./simulatorContract.ts"

export const SimulatorLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(SimulatorGroup),
  "simulator",
  (handlers) =>
    handlers
      .handle("classify", ({ payload }) => respond(Effect.sync(() => simulate(payload))))
      .handle("preview", ({ path, urlParams }) => respond(previewLibrary(path.id, urlParams.videosAs)))
      .handle("compare", ({ path, urlParams }) => respond(compareNaming(path.id, urlParams)))
)
