import type { Decider } from "@media/event-store/Decider"
import { Conflict, NotFound } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import type { RequestAnswered, RequestEvent, RequestMade } from "./events.ts"

/** Maximum number of open requests per account, so that an account cannot flood the administrators. */
export const mostOpen = 20
/** Maximum number of requests per account, because every change reads the account's whole stream. */
export const mostRequests = 500

type Wish = Pick<typeof RequestMade.Type, "title" | "link" | "words">
type Answer = Pick<typeof RequestAnswered.Type, "answer" | "itemId" | "reply">

interface Target {
  readonly requestId: string
  readonly accountId: string
}

export type RequestCommand =
  | ({ readonly _tag: "Make"; readonly wish: Wish } & Target)
  | ({ readonly _tag: "Answer"; readonly answer: Answer } & Target)
  | ({ readonly _tag: "Withdraw" } & Target)

interface Known {
  readonly title: string
  readonly answer: Answer | undefined
}
type RequestsState = ReadonlyMap<string, Known>

const requireRequest = (state: RequestsState, id: string): Either.Either<Known, NotFound> => {
  const known = state.get(id)
  return known === undefined ? Either.left(new NotFound({ what: "request" })) : Either.right(known)
}

const requireRoom = (state: RequestsState): Either.Either<void, Conflict> => {
  const open = [...state.values()].filter(({ answer }) => answer === undefined).length
  if (open >= mostOpen)
    return Either.left(
      new Conflict({ reason: `You have ${mostOpen} open requests. Withdraw one, or wait for an answer.` })
    )
  return state.size >= mostRequests
    ? Either.left(
        new Conflict({ reason: `An account can have at most ${mostRequests} requests. Remove old ones.` })
      )
    : Either.void
}

const isSame = (one: Answer | undefined, other: Answer): boolean =>
  one?.answer === other.answer && one.itemId === other.itemId && one.reply === other.reply

export const requestDecider: Decider<RequestCommand, RequestsState, RequestEvent, NotFound | Conflict> = {
  initial: new Map(),
  decide: (command, state) =>
    Either.gen(function* () {
      const { accountId, requestId } = command
      switch (command._tag) {
        case "Make": {
          yield* requireRoom(state)
          return [{ _tag: "request.made.v1" as const, requestId, accountId, ...command.wish }]
        }
        case "Answer": {
          const { answer } = yield* requireRequest(state, requestId)
          if (isSame(answer, command.answer)) return []
          return [{ _tag: "request.answered.v1" as const, requestId, accountId, ...command.answer }]
        }
        case "Withdraw": {
          const { title } = yield* requireRequest(state, requestId)
          return [{ _tag: "request.withdrawn.v1" as const, requestId, accountId, title }]
        }
      }
    }),
  evolve: (state, event) => {
    const { requestId } = event
    switch (event._tag) {
      case "request.made.v1":
        return new Map(state).set(requestId, { title: event.title, answer: undefined })
      case "request.answered.v1": {
        const known = state.get(requestId)
        const { answer, itemId, reply } = event
        return known === undefined
          ? state
          : new Map(state).set(requestId, { ...known, answer: { answer, itemId, reply } })
      }
      case "request.withdrawn.v1":
        return new Map([...state].filter(([id]) => id !== requestId))
    }
  }
}
