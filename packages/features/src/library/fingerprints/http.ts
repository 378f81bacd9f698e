import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond } from "@media/wire/Respond"
import { backfillPhash } from "./commands.ts"
import { FingerprintsAdminGroup } from "./contract.ts"

export const FingerprintsAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(FingerprintsAdminGroup),
  "fingerprintsAdmin",
  (handlers) => handlers.handle("backfill", () => respond(backfillPhash))
)
