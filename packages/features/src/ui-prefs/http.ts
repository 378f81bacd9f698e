import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond } from "@media/wire/Respond"
import { CurrentPrincipal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { removePreference, setPreference } from "./commands.ts"
import { UiPrefsGroup } from "./contract.ts"
import { preference } from "./queries.ts"

export const UiPrefsLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(UiPrefsGroup),
  "uiPrefs",
  (handlers) =>
    handlers
      .handle("get", ({ path }) =>
        respond(Effect.flatMap(CurrentPrincipal, (principal) => preference(principal, path.key)))
      )
      .handle("put", ({ path, payload }) =>
        respond(
          Effect.flatMap(CurrentPrincipal, (principal) => setPreference(principal, path.key, payload.value))
        )
      )
      .handle("remove", ({ path }) =>
        respond(Effect.flatMap(CurrentPrincipal, (principal) => removePreference(principal, path.key)))
      )
)
