import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import { removePreference, setPreference } from "./commands.ts"
import { UiPrefsGroup } from "./contract.ts"
import { preference } from "./queries.ts"

export const UiPrefsLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(UiPrefsGroup),
  "uiPrefs",
  (handlers) =>
    handlers
      .handle("get", ({ path }) => respondTo((principal) => preference(principal, path.key)))
      .handle("put", ({ path, payload }) =>
        respondTo((principal) => setPreference(principal, path.key, payload.value))
      )
      .handle("remove", ({ path }) => respondTo((principal) => removePreference(principal, path.key)))
)
