import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { rowOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { StoredCollection } from "../../catalog/membership/stored.ts"
import { accountPrincipals } from "../../identity/accounts/accountPrincipals.ts"
import * as Access from "../../platform/access/Access.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"

/**
 * Returns the principal of a member, for an administrator. Fails with `NotFound` for administrators, whose preferences
 * are private.
 */
export const asMember = Effect.fn("collections.asMember")(function* (principal: Principal, userId: string) {
  yield* Access.require(principal, "manage-accounts")
  const found = (yield* accountPrincipals([userId])).get(userId)
  return found === undefined || Access.administers(found.principal)
    ? yield* new NotFound({ what: "member" })
    : found.principal
})

const Hidden = Schema.Struct({
  library: Schema.String,
  isShared: Schema.Boolean,
  isNsfw: Schema.Boolean
})

/** Returns the reason why a member cannot see the collection or the item, or undefined if both are visible. */
export const hiddenFrom = (member: Principal, row: StoredCollection, itemId: string) =>
  Effect.gen(function* () {
    const { username } = member
    if (!row.isShared && row.accountId !== member.accountId)
      return `${username} cannot see this collection, because it is not shared with everyone.`
    if (row.isNsfw && !member.showNsfw)
      return `${username} cannot see this collection, because it is marked NSFW.`
    const sql = yield* SqlClient.SqlClient
    const { items } = yield* visibleTo(member)
    const sees = Access.can(member, "see-all-libraries")
    const found = yield* rowOf(Hidden)(sql`
      select l.name as library, v.is_nsfw or l.is_nsfw as "isNsfw",
        ${sees} or l.id = any(${member.libraryIds as Array<string>}::uuid[]) as "isShared"
      from items v join libraries l on l.id = v.library_id where v.id = ${itemId} and not ${items("v")}`)
    if (Option.isNone(found)) return undefined
    const { isShared, library } = found.value
    return isShared
      ? `${username} cannot see this item, because it is marked NSFW or is in an NSFW library.`
      : `${username} cannot see this item, because the library "${library}" is not shared with ${username}.`
  })
