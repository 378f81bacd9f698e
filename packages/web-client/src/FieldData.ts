/** The type of a field, as JSON. `of` is the table whose fields may appear in `performer:{...}`. */
export type FieldTypeData =
  | { readonly name: "oneOf"; readonly values: ReadonlyArray<string>; readonly isOrdered?: boolean }
  | { readonly name: "ref"; readonly entity: string; readonly isTree?: boolean; readonly of?: string }
  | {
      readonly name:
        | "text"
        | "number"
        | "seconds"
        | "bytes"
        | "bitrate"
        | "rating"
        | "date"
        | "time"
        | "boolean"
        | "hash"
        | "collection"
    }

/** A field of the query language as JSON, without its SQL. Missing properties have the default values of `field()`. */
export interface FieldData {
  readonly name: string
  readonly label: string
  readonly aliases?: ReadonlyArray<string>
  readonly kinds: "all" | ReadonlyArray<string>
  readonly type: FieldTypeData
  readonly cost: "counted" | "indexed" | "lookup" | "trigram" | "viewer" | "computed"
  readonly sortable?: boolean
  /** True if `GET /api/facets` counts the values of the field. */
  readonly isCountable?: boolean
  readonly flags?: Readonly<Record<string, boolean>>
}
