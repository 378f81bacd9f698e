import { Invalid } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Access from "../../platform/access/Access.ts"
import { commandBy } from "../../platform/access/Command.ts"
import type { NewAnswer, NewRequest } from "./contract.ts"
import { requestDecider, type RequestCommand } from "./decider.ts"
import { requestsStream } from "./ids.ts"
import { findReceived, findRequest, requireItem } from "./queries.ts"

const execute = (principal: Principal, command: RequestCommand) =>
  commandBy(principal, { streamId: requestsStream(command.accountId), decider: requestDecider, command })

const trimmed = (text: string | null | undefined): string | null => {
  const found = text?.trim() ?? ""
  return found === "" ? null : found
}

export const makeRequest = Effect.fn("requests.make")(function* (
  principal: Principal,
  { link, title, words }: NewRequest
) {
  const requestId = uuidv7()
  yield* execute(principal, {
    _tag: "Make",
    ...{ requestId, accountId: principal.accountId },
    wish: { title: title.trim(), link: trimmed(link), words: trimmed(words) }
  })
  return yield* findRequest(principal, requestId)
})

/** Withdraws an open request, or removes an answered request from the caller's list. */
export const withdrawRequest = Effect.fn("requests.withdraw")(function* (principal: Principal, id: string) {
  yield* findRequest(principal, id)
  yield* execute(principal, { _tag: "Withdraw", requestId: id, accountId: principal.accountId })
  return null
})

const invalid = (path: string, message: string) =>
  new Invalid({ reason: `${path}: ${message}`, fields: [{ path, message }] })

export const answerRequest = Effect.fn("requests.answer")(function* (
  principal: Principal,
  id: string,
  { answer, itemId = null, reply }: NewAnswer
) {
  yield* Access.require(principal, "answer-requests")
  const { account } = yield* findReceived(principal, id)
  const words = trimmed(reply)
  if (answer === "declined" && words === null) return yield* invalid("reply", "must give a reason")
  if (answer === "declined" && itemId !== null) return yield* invalid("itemId", "must be null")
  if (itemId !== null) {
    yield* requireItem(principal, itemId).pipe(
      Effect.catchTag("NotFound", () => Effect.fail(invalid("itemId", "must be an item that you can see")))
    )
  }
  yield* execute(principal, {
    _tag: "Answer",
    ...{ requestId: id, accountId: account.id },
    answer: { answer, itemId, reply: words }
  })
  return yield* findReceived(principal, id)
})
