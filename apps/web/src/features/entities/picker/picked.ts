import { foldedName } from "./choices"

/** A selected entity. Without an id, the server creates an entity with this name. */
export interface Picked {
  readonly id?: string | undefined
  readonly name: string
}

export const isSame = (one: Picked, other: Picked): boolean =>
  one.id === undefined || other.id === undefined
    ? foldedName(one.name) === foldedName(other.name)
    : one.id === other.id

/** The id, or the name by which the server finds or creates the entity. */
export const referenceTo = ({ id, name }: Picked): string => id ?? name
