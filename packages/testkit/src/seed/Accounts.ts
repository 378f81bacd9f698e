import { createAccount } from "@media/features/identity/accounts/commands"
import type { Product } from "../product/Product.ts"

export const admin = { username: "ada", password: "correct horse battery" } as const
export const member = { username: "milo", password: "another fine horse" } as const

/** Creates a member with access to these libraries. Returns the id of the account. */
export const addMember = (product: Product, libraryIds: ReadonlyArray<string> = []): Promise<string> =>
  product.onStore(createAccount({ ...member, displayName: "Milo", role: "member", libraryIds }, "test"))
