/** A value that a JSON round trip leaves unchanged. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

const inKeyOrder = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each
  )

/**
 * True if two JSON values have the same content. Ignores the order of keys, because the database reorders them. Treats
 * undefined as null.
 */
export const isSameJson = (one: unknown, other: unknown): boolean => inKeyOrder(one) === inKeyOrder(other)
