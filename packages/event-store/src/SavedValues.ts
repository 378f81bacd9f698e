import { Conflict, NotFound } from "@media/kernel/Errors"
import { isSameJson } from "@media/kernel/Json"
import * as Either from "effect/Either"
import type { Decider } from "./Decider.ts"
import type { Event } from "./Event.ts"

/** A command that creates, changes or removes one of the values that an account has saved. */
export type SavedCommand<Value> =
  | ({ readonly _tag: "Create"; readonly value: Value } & Target)
  | ({ readonly _tag: "Change"; readonly changes: Partial<Value> } & Target)
  | ({ readonly _tag: "Remove" } & Target)

interface Target {
  readonly id: string
  readonly accountId: string
}

interface Options<Value, E extends Event> {
  /** The word for one value in messages, such as "view". */
  readonly what: string
  /** The word for several values in messages, such as "saved views". */
  readonly many: string
  /** Maximum number of values per account. It is limited because every change reads the whole stream of the account. */
  readonly most: number
  readonly saved: (id: string, accountId: string, value: Value) => E
  readonly removed: (id: string, accountId: string) => E
  /** Returns the id and value that an event stores. The value is undefined if the event removes it. */
  readonly read: (event: E) => readonly [id: string, value: Value | undefined]
}

/**
 * Creates a decider for values that an account saves, such as the views of a list. There is one stream per account, and
 * each event contains a complete value.
 */
export const savedValues = <Value extends object, E extends Event>({
  many,
  most,
  read,
  removed,
  saved,
  what
}: Options<Value, E>): Decider<SavedCommand<Value>, ReadonlyMap<string, Value>, E, NotFound | Conflict> => ({
  initial: new Map(),
  decide: (command, state) => {
    const { accountId, id } = command
    if (command._tag === "Create")
      return state.size >= most
        ? Either.left(new Conflict({ reason: `An account can have at most ${most} ${many}.` }))
        : Either.right([saved(id, accountId, command.value)])
    const before = state.get(id)
    if (before === undefined) return Either.left(new NotFound({ what }))
    if (command._tag === "Remove") return Either.right([removed(id, accountId)])
    const after = { ...before, ...command.changes }
    return Either.right(isSameJson(after, before) ? [] : [saved(id, accountId, after)])
  },
  evolve: (state, event) => {
    const [id, value] = read(event)
    const next = new Map(state)
    if (value === undefined) next.delete(id)
    else next.set(id, value)
    return next
  }
})
