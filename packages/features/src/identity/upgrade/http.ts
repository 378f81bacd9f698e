import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond } from "@media/wire/Respond"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { UpgradeGroup } from "./contract.ts"
import { upgradeReport } from "./queries.ts"

export const UpgradeLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(UpgradeGroup),
  "upgrade",
  (handlers) => handlers.handle("report", () => respond(Effect.map(upgradeReport, Option.getOrNull)))
)
