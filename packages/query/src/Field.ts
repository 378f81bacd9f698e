import type { FieldType } from "./FieldType.ts"

/**
 * The cost class of a condition on a field, from cheap to expensive:
 * - counted: maintained counts know the total
 * - indexed: a list is walked in its order, and the condition is checked on each row of an index
 * - lookup, trigram: an index gives few ids, which are then sorted
 * - viewer: read from the caller's own rows
 * - computed: checked row by row, so it should narrow the results of another condition
 */
export const costs = ["counted", "indexed", "lookup", "trigram", "viewer", "computed"] as const
export type Cost = (typeof costs)[number]

interface Options<Source> {
  /** The kinds of items that have the field. Conditions on it are false for all other kinds. */
  readonly kinds: "all" | ReadonlyArray<string>
  readonly type: FieldType
  readonly cost: Cost
  /** The source of the value. Opaque here: the compiler of each store has its own. */
  readonly source: Source
  /** Other names in the text form. The first one is used for printing. */
  readonly aliases?: ReadonlyArray<string>
  /** The label for people: "Added". Derived from the name by default. */
  readonly label?: string
  readonly sortable?: boolean
  /** True if words without a field are searched here. */
  readonly searched?: boolean
  /** True if the bulk-edit form may set it. */
  readonly editable?: boolean
  /**
   * For a boolean: its names after `is:` and `has:`, and the value that each requests, as in `{"is:unwatched": false}`.
   */
  readonly flags?: Readonly<Record<string, boolean>>
  /**
   * Query parameters that compare the field in one way: `{ yearFrom: "greater_equal" }`. A parameter that means `is_false` takes
   * `true` or `false`.
   */
  readonly params?: Readonly<Record<string, ParamOperator>>
}

/** How a parameter with a name of its own compares its field. */
export type ParamOperator = "greater_equal" | "less_equal" | "is_false"

export interface Field<Source = unknown> extends Required<Options<Source>> {
  readonly name: string
  /** The name in the text form. */
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

/** The field of words without a field name. Its only operators are `contains` and, for a phrase, `equals`. */
export const WORDS = "words"

export interface FieldTable<Source = unknown> {
  readonly fields: ReadonlyArray<Field<Source>>
  /** By name or alias, in any case. */
  readonly find: (name: string) => Field<Source> | undefined
  /** By a flag such as `is:favorite`, in any case. */
  readonly flag: (flag: string) => { readonly field: Field<Source>; readonly value: boolean } | undefined
  readonly flags: ReadonlyArray<string>
  /** By the exact name of a query parameter that is not the name of a field. */
  readonly param: (
    name: string
  ) => { readonly field: Field<Source>; readonly operator: ParamOperator } | undefined
}

const reserved = new Set([WORDS, "is", "has", "no", "sort", "limit"])

/** Throws if two fields claim a name: a field table is created when the program loads. */
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
