import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond, respondTo } from "@media/wire/Respond"
import { CurrentPrincipal } from "@media/wire/Security"
import * as Serve from "@media/wire/Serve"
import * as Effect from "effect/Effect"
import { listUsers } from "../accounts/queries.ts"
import { listSessions, revokeSession } from "../accounts/sessions.ts"
import { createUser, removeUser, resetPassword, updateUser } from "./commands.ts"
import { UsersAdminGroup, ViewGroup } from "./contract.ts"
import { requireUser } from "./queries.ts"
import { endView, startView } from "./view.ts"

export const UsersAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(UsersAdminGroup),
  "usersAdmin",
  (handlers) =>
    handlers
      .handle("list", ({ urlParams }) => respond(listUsers(urlParams.page, urlParams.perPage)))
      .handle("create", Serve.createOnce(createUser))
      .handle("get", ({ path }) => respond(requireUser(path.id)))
      .handle("update", Serve.update(updateUser))
      .handle("remove", Serve.remove(removeUser))
      .handle("resetPassword", ({ path, payload }) =>
        respondTo((principal) => Effect.as(resetPassword(principal, path.id, payload.newPassword), null))
      )
      .handle("sessions", ({ path }) =>
        respond(
          Effect.gen(function* () {
            const { sessionId } = yield* CurrentPrincipal
            const { id } = yield* requireUser(path.id)
            const items = yield* listSessions({ accountId: id, sessionId })
            return { items, total: items.length, page: 1, perPage: 500 }
          })
        )
      )
      .handle("revokeSession", ({ path }) =>
        respond(
          Effect.gen(function* () {
            const { id } = yield* requireUser(path.id)
            yield* revokeSession({ accountId: id }, path.sessionId)
            return null
          })
        )
      )
)

export const ViewLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(ViewGroup), "view", (handlers) =>
  handlers
    .handle("start", ({ payload }) =>
      respondTo((principal) => Effect.as(startView(principal, payload.userId), null))
    )
    .handle("end", () => respondTo((principal) => Effect.as(endView(principal), null)))
)
