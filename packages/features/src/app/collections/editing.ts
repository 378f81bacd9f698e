import type { StoredCollection } from "../../catalog/membership/stored.ts"
import type { Principal } from "@media/wire/Security"
import * as Access from "../../platform/access/Access.ts"

/**
 * Returns true if the caller may change the collection. Only the owner may change a private collection, and only
 * administrators may change a shared collection.
 */
export const mayEdit = (principal: Principal, { accountId, isShared }: StoredCollection): boolean =>
  isShared ? Access.can(principal, "share-collection") : accountId === principal.accountId
