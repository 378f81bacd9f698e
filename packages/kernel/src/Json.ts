/** A value that survives JSON unchanged. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

const inKeyOrder = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each
  )

/** Compares JSON values by content, because the database reorders keys. Undefined equals null. */
export const isSameJson = (one: unknown, other: unknown): boolean => inKeyOrder(one) === inKeyOrder(other)
