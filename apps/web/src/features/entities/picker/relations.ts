import type { ItemDetail, ItemPatch } from "@/features/items/definition"
import { type Picked, referenceTo } from "./picked"

/** A performer of an item, with the name, role and character in the credits of the item. */
export interface Credited extends Picked {
  readonly as?: string | null
  readonly role?: string | null
  readonly character?: string | null
}
type AuthorRole = NonNullable<ItemDetail["authors"]>[number]["role"]
/** An author of a book. A new author has no roles. */
export interface PickedAuthor extends Picked {
  readonly roles?: ReadonlyArray<AuthorRole>
}
/** The entities of an item while they are edited. */
export interface Relations {
  readonly performers: ReadonlyArray<Credited>
  /** Contains at most one studio. */
  readonly studio: ReadonlyArray<Picked>
  readonly tags: ReadonlyArray<Picked>
  /** Empty for items other than books. */
  readonly authors: ReadonlyArray<PickedAuthor>
}

export const relationsOf = ({ authors = [], performers, studio, tags }: ItemDetail): Relations => ({
  performers: performers.map(({ as, character, id, name, role }) => ({ id, name, as, role, character })),
  studio: studio === null ? [] : [studio],
  tags,
  // The book lists an author once for each role.
  authors: authors
    .filter(({ id }, at) => at === authors.findIndex((one) => one.id === id))
    .map(({ id, name }) => ({
      ...{ id, name },
      roles: authors.flatMap((one) => (one.id === id ? [one.role] : []))
    }))
})

/** Returns the credit of a performer as the API expects it, without empty fields. */
const creditOf = ({ as, character, role, ...picked }: Credited) => ({
  name: referenceTo(picked),
  ...Object.fromEntries(
    Object.entries({ as, role, character }).flatMap(([field, text]) =>
      text === null || text === undefined || text.trim() === "" ? [] : [[field, text.trim()]]
    )
  )
})
const bodyOf = ({ authors, performers, studio, tags }: Relations) => ({
  performers: performers.map(creditOf),
  studio: studio[0] === undefined ? null : referenceTo(studio[0]),
  tags: tags.map(referenceTo),
  authors: authors.flatMap(({ roles = ["author"], ...picked }) =>
    roles.map((role) => ({ name: referenceTo(picked), role }))
  )
})

/** Returns only the changed relations, because each list in the request replaces the stored list. */
export const relationPatch = (
  before: Relations,
  now: Relations
): Pick<ItemPatch, "authors" | "performers" | "studio" | "tags"> => {
  const [old, next] = [bodyOf(before), bodyOf(now)]
  return Object.fromEntries(
    Object.entries(next).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(old[field as keyof typeof old])
    )
  )
}
