import type { ItemPatch } from "@media/features/catalog/items/contract"
import type { ItemDetail } from "@/features/items/definition"
import { type Picked, referenceTo } from "./picked"

/** A performer of an item, with the name, role and character in the credits of the item. */
export interface Credited extends Picked {
  readonly as?: string | null
  readonly role?: string | null
  readonly character?: string | null
}
/** The performers, studio and tags of an item while they are edited. */
export interface Relations {
  readonly performers: ReadonlyArray<Credited>
  /** Contains at most one studio. */
  readonly studio: ReadonlyArray<Picked>
  readonly tags: ReadonlyArray<Picked>
}

export const relationsOf = ({ performers, studio, tags }: ItemDetail): Relations => ({
  performers: performers.map(({ as, character, id, name, role }) => ({ id, name, as, role, character })),
  studio: studio === null ? [] : [studio],
  tags
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
const bodyOf = ({ performers, studio, tags }: Relations) => ({
  performers: performers.map(creditOf),
  studio: studio[0] === undefined ? null : referenceTo(studio[0]),
  tags: tags.map(referenceTo)
})

/** Returns only the changed relations, because each list in the request replaces the stored list. */
export const relationPatch = (
  before: Relations,
  now: Relations
): Pick<ItemPatch, "performers" | "studio" | "tags"> => {
  const [old, next] = [bodyOf(before), bodyOf(now)]
  return Object.fromEntries(
    Object.entries(next).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(old[field as keyof typeof old])
    )
  )
}
