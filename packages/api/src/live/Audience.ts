import { accessKey } from "@media/features/platform/visibility/Visibility"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import type { Connection, Unsent } from "./Connection.ts"

/** Returns the items among `ids` that the principal may see, each with its kind. */
export type Visible<E, R> = (
  principal: Principal,
  ids: ReadonlyArray<string>
) => Effect.Effect<ReadonlyArray<{ readonly id: string; readonly kind: string }>, E, R>

export type Receiver = Pick<Connection, "principal" | "takeUnsent" | "deliver" | "postpone">

/** Connections with equal permissions. One query finds the items that all of them may see. */
interface Group {
  readonly key: string
  readonly principal: Principal
  readonly members: Array<{ readonly connection: Receiver; readonly unsent: Unsent }>
}

const concurrency = 4
const none: ReadonlyMap<string, string> = new Map()

/**
 * Sends pending changes to every connection. Visibility is queried once per set of permissions, regardless of the
 * number of sockets. With one query per socket, a thousand sockets would cause ten thousand statements a second during
 * a scan.
 */
export const flush = <E, R>(
  connections: Iterable<Receiver>,
  visible: Visible<E, R>
): Effect.Effect<void, never, R> =>
  Effect.suspend(() => {
    const groups = new Map<string, Group>()
    for (const connection of connections) {
      const unsent = connection.takeUnsent()
      if (unsent === undefined) continue
      const key = accessKey(connection.principal)
      if (unsent.itemIds.length + unsent.ownIds.length === 0) {
        connection.deliver(unsent, key, none)
        continue
      }
      const group = groups.get(key) ?? { key, principal: connection.principal, members: [] }
      groups.set(key, group)
      group.members.push({ connection, unsent })
    }
    return Effect.forEach(groups.values(), (group) => flushGroup(group, visible), {
      concurrency,
      discard: true
    })
  })

const flushGroup = <E, R>({ key, members, principal }: Group, visible: Visible<E, R>) =>
  Effect.gen(function* () {
    const ids = new Set(members.flatMap(({ unsent }) => [...unsent.itemIds, ...unsent.ownIds]))
    const kinds = new Map((yield* visible(principal, [...ids])).map(({ id, kind }) => [id, kind]))
    for (const { connection, unsent } of members) connection.deliver(unsent, key, kinds)
  }).pipe(
    Effect.catchAllCause((cause) => {
      for (const { connection } of members) connection.postpone()
      return Effect.logWarning("could not send a live update; it will be sent again later", cause)
    })
  )
