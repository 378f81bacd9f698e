import type { FieldTable } from "./Field.ts"

/** An ordered numeric type, and the notation in which users write its values. */
export interface Quantity {
  readonly name: "number" | "seconds" | "bytes" | "bitrate" | "rating"
}

export interface OneOf {
  readonly name: "oneOf"
  /** The allowed values, in ascending order if `isOrdered`. */
  readonly values: ReadonlyArray<string>
  /** True if values can be compared, as in `resolution>=1080p`. */
  readonly isOrdered: boolean
}

export interface Ref {
  readonly name: "ref"
  /** The kind of the related entity, such as "performer" or "artist". */
  readonly entity: string
  /** True if entities have descendants. A condition such as `tag:animals` then includes all descendants of the tag. */
  readonly isTree: boolean
  /** Returns the fields allowed in `performer:{...}`. This is a function because two tables may refer to each other. */
  readonly fields?: () => FieldTable
}

export type FieldType =
  Quantity | OneOf | Ref | { readonly name: "text" | "date" | "time" | "boolean" | "hash" | "collection" }

export const text: FieldType = { name: "text" }
export const number: FieldType = { name: "number" }
/** A duration in seconds. Users write it as `1h30m`. */
export const seconds: FieldType = { name: "seconds" }
/** A size in bytes. Users write it as `2GB` or `700MiB`. */
export const bytes: FieldType = { name: "bytes" }
/** A bit rate in bits per second. Users write it as `5Mbps`. */
export const bitrate: FieldType = { name: "bitrate" }
/** A rating from 0 to 100. Users may also write it in stars, as `4*`. */
export const rating: FieldType = { name: "rating" }
/** A date, or only a year if the exact date is unknown. */
export const date: FieldType = { name: "date" }
/** An instant, such as the time when an item was added. */
export const time: FieldType = { name: "time" }
export const boolean: FieldType = { name: "boolean" }
/** A hash in hexadecimal digits. */
export const hash: FieldType = { name: "hash" }
export const collection: FieldType = { name: "collection" }

export const oneOf = (values: ReadonlyArray<string>, isOrdered = false): OneOf => ({
  name: "oneOf",
  values,
  isOrdered
})

export const ref = (entity: string, options: Partial<Pick<Ref, "isTree" | "fields">> = {}): Ref => ({
  name: "ref",
  entity,
  isTree: false,
  ...options
})

/** True if fields of the type support `<`, `>` and ranges. */
export const isOrdered = (type: FieldType): boolean => {
  switch (type.name) {
    case "oneOf":
      return type.isOrdered
    case "number":
    case "seconds":
    case "bytes":
    case "bitrate":
    case "rating":
    case "date":
    case "time":
      return true
    default:
      return false
  }
}
