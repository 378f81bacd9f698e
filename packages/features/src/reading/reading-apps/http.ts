import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import * as Effect from "effect/Effect"
import { makeKey, mostKeys, revokeKey } from "./commands.ts"
import { ReadingKeysGroup } from "./contract.ts"
import { listKeys } from "./queries.ts"

export const ReadingKeysLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(ReadingKeysGroup),
  "readingKeys",
  (handlers) =>
    handlers
      .handle("list", () =>
        respondTo((principal) =>
          Effect.map(listKeys(principal), (items) => ({
            items,
            total: items.length,
            page: 1,
            perPage: mostKeys
          }))
        )
      )
      .handle("make", ({ payload }) => respondTo((principal) => makeKey(principal, payload.name.trim())))
      .handle("revoke", ({ path }) => respondTo((principal) => revokeKey(principal, path.id)))
)
