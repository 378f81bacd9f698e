import type { FieldType } from "./FieldType.ts"

/**
 * The cost class of a condition on a field, from cheap to expensive:
 * - counted: The total is known from maintained counts.
 * - indexed: The list is read in the order of an index, and the condition is checked on each row.
 * - lookup, trigram: An index returns a few ids, which are then sorted.
 * - viewer: The value is read from rows of the current user, such as favorites.
 * - computed: The condition is checked row by row, so it should be combined with a condition that leaves only a few
 *   rows.
 */
export const costs = ["counted", "indexed", "lookup", "trigram", "viewer", "computed"] as const
export type Cost = (typeof costs)[number]

interface Options<Source> {
  /** The kinds of items that have the field. For all other kinds, conditions on the field are false. */
  readonly kinds: "all" | ReadonlyArray<string>
  readonly type: FieldType
  readonly cost: Cost
  /** The source of the value. Its type is opaque here, because each store has its own compiler. */
  readonly source: Source
  /** Other names of the field in the text form. The first alias is used for printing. */
  readonly aliases?: ReadonlyArray<string>
  /** The label that users see, such as "Added". Derived from the name by default. */
  readonly label?: string
  readonly sortable?: boolean
  /** True if searches for words without a field name include this field. */
  readonly searched?: boolean
  /** True if the bulk-edit form can set the field. */
  readonly editable?: boolean
  /**
   * Flags of a boolean field in the text form, and the value that each flag requires, as in `{"is:unwatched": false}`.
   */
  readonly flags?: Readonly<Record<string, boolean>>
  /**
   * Query parameters that compare the field with a fixed operator, as in `{ yearFrom: "greater_equal" }`. A parameter
   * with the operator `is_false` takes `true` or `false`.
   */
  readonly params?: Readonly<Record<string, ParamOperator>>
}

/** The fixed operator of a query parameter that is not named after its field. */
export type ParamOperator = "greater_equal" | "less_equal" | "is_false"

export interface Field<Source = unknown> extends Required<Options<Source>> {
  readonly name: string
  /** The name of the field in the text form. */
  readonly text: string
}

const labelOf = (name: string): string => {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[._]/g, " ")
    .toLowerCase()
  return words.replace(/^./, (first) => first.toUpperCase())
}

export const field = <Source>(name: string, options: Options<Source>): Field<Source> => ({
  name,
  text: options.aliases?.[0] ?? name,
  label: labelOf(name),
  aliases: [],
  sortable: false,
  searched: false,
  editable: false,
  flags: {},
  params: {},
  ...options
})

/**
 * The name of the pseudo-field for words without a field name. Its only operators are `contains` and, for a phrase,
 * `equals`.
 */
export const WORDS = "words"

export interface FieldTable<Source = unknown> {
  readonly fields: ReadonlyArray<Field<Source>>
  /** Finds a field by its name or an alias. Ignores case. */
  readonly find: (name: string) => Field<Source> | undefined
  /** Finds a field by a flag such as `is:favorite`. Ignores case. */
  readonly flag: (flag: string) => { readonly field: Field<Source>; readonly value: boolean } | undefined
  readonly flags: ReadonlyArray<string>
  /** Finds a field by the exact name of a query parameter. Field names are not query parameters. */
  readonly param: (
    name: string
  ) => { readonly field: Field<Source>; readonly operator: ParamOperator } | undefined
}

const reserved = new Set([WORDS, "is", "has", "no", "sort", "limit"])

/** Creates a field table. Call it while a module loads. Throws if a name, alias, flag or parameter is not unique. */
export const fieldTable = <Source>(fields: ReadonlyArray<Field<Source>>): FieldTable<Source> => {
  const names = new Map<string, Field<Source>>()
  const flags = new Map<string, { readonly field: Field<Source>; readonly value: boolean }>()
  const params = new Map<string, { readonly field: Field<Source>; readonly operator: ParamOperator }>()
  const claim = <Value>(map: Map<string, Value>, name: string, value: Value) => {
    const key = name.toLowerCase()
    if (map.has(key) || reserved.has(key)) throw new Error(`the field name "${name}" is already taken`)
    map.set(key, value)
  }
  for (const each of fields) {
    for (const name of new Set([each.name, ...each.aliases])) claim(names, name, each)
    for (const [flag, value] of Object.entries(each.flags)) claim(flags, flag, { field: each, value })
  }
  for (const each of fields)
    for (const [name, operator] of Object.entries(each.params)) {
      if (params.has(name) || names.has(name.toLowerCase()))
        throw new Error(`the parameter "${name}" is already taken`)
      params.set(name, { field: each, operator })
    }
  return {
    fields,
    find: (name) => names.get(name.toLowerCase()),
    flag: (flag) => flags.get(flag.toLowerCase()),
    flags: [...flags.keys()],
    param: (name) => params.get(name)
  }
}

export const hasKind = (each: Field, kind: string): boolean =>
  each.kinds === "all" || each.kinds.includes(kind)
