import { foldedName } from "./choices"

/** A selected entity. If the id is missing, the server creates an entity with this name. */
export interface Picked {
  readonly id?: string | undefined
  readonly name: string
}

export const isSame = (one: Picked, other: Picked): boolean =>
  one.id === undefined || other.id === undefined
    ? foldedName(one.name) === foldedName(other.name)
    : one.id === other.id

/**
 * Returns the value that identifies the entity in requests: the id, or the name of an entity that the server should
 * create.
 */
export const referenceTo = ({ id, name }: Picked): string => id ?? name
