import type { FieldTable } from "./Field.ts"

/** A value with an order that numbers have, and the notation in which people write it. */
export interface Quantity {
  readonly name: "number" | "seconds" | "bytes" | "bitrate" | "rating"
}

export interface OneOf {
  readonly name: "oneOf"
  /** In ascending order if `isOrdered`. */
  readonly values: ReadonlyArray<string>
  /** True if `resolution>=1080p` makes sense. */
  readonly isOrdered: boolean
}

export interface Ref {
  readonly name: "ref"
  /** The kind of the related entity: "performer", "artist". */
  readonly entity: string
  /** True if entities have descendants; `tag:animals` then includes all of these. */
  readonly isTree: boolean
  /** The fields that `performer:{...}` may use. A function, because two tables may refer to each other. */
  readonly fields?: () => FieldTable
}

export type FieldType =
  Quantity | OneOf | Ref | { readonly name: "text" | "date" | "time" | "boolean" | "hash" | "collection" }

export const text: FieldType = { name: "text" }
export const number: FieldType = { name: "number" }
/** A duration, written as `1h30m`. */
export const seconds: FieldType = { name: "seconds" }
/** A size, written as `2GB` or `700MiB`. */
export const bytes: FieldType = { name: "bytes" }
/** Bits per second, written as `5Mbps`. */
export const bitrate: FieldType = { name: "bitrate" }
/** 0 to 100, also written as `4*`. */
export const rating: FieldType = { name: "rating" }
/** A day, or a year if no more is known. */
export const date: FieldType = { name: "date" }
/** An instant. */
export const time: FieldType = { name: "time" }
export const boolean: FieldType = { name: "boolean" }
/** Hexadecimal digits. */
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

/** Tells whether `<`, `>` and ranges apply. */
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
