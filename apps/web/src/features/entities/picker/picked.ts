import { foldedName } from "./choices"

/** An entity that is chosen. Without an id, the server creates it by its name. */
export interface Picked {
  readonly id?: string | undefined
  readonly name: string
}

export const isSame = (one: Picked, other: Picked): boolean =>
  one.id === undefined || other.id === undefined
    ? foldedName(one.name) === foldedName(other.name)
    : one.id === other.id

/** The text by which the server finds the entity. */
export const referenceTo = ({ id, name }: Picked): string => id ?? name
