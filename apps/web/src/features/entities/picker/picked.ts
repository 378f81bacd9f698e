import { foldedName } from "./choices"

/** A selected entity. If it has no id, the server creates an entity with this name. */
export interface Picked {
  readonly id?: string | undefined
  readonly name: string
}

export const isSame = (one: Picked, other: Picked): boolean =>
  one.id === undefined || other.id === undefined
    ? foldedName(one.name) === foldedName(other.name)
    : one.id === other.id

/** Returns the reference to the entity for requests: its id, or the name with which the server should create it. */
export const referenceTo = ({ id, name }: Picked): string => id ?? name
