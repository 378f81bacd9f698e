import type { LocationQuery, LocationQueryRaw } from "vue-router"

export interface Choice<V extends string = string> {
  readonly value: V
  readonly label: string
}

/** The kind of control that edits a field. */
export type FilterControl =
  | { readonly _tag: "text" }
  | { readonly _tag: "choice"; readonly any: string; readonly options: ReadonlyArray<Choice> }
  | { readonly _tag: "range"; readonly unit: string }

/** A filter of a list. It defines how the filter appears in the URL, as a control, and as a chip. */
export interface FilterField<F> {
  readonly key: string
  readonly label: string
  readonly control: FilterControl
  /** True if the field has no control. The filter is then set only by links, and removed with its chip. */
  readonly isHidden?: boolean
  /** Reads the value from the URL. Ignores invalid values. */
  readonly read: (query: LocationQuery) => Partial<F>
  readonly write: (filter: F) => LocationQueryRaw
  /** Returns the strings in the control: one string, or two for a range. */
  readonly values: (filter: F) => ReadonlyArray<string>
  readonly set: (filter: F, ...values: ReadonlyArray<string>) => F
  /** Returns the text of the chip. Undefined if the filter is not set. */
  readonly chip: (filter: F) => string | undefined
}

/** True if the filter panel has a control for the field. The search box of the list edits text fields instead. */
export const isAsked = ({
  control,
  isHidden = false
}: Pick<FilterField<never>, "control" | "isHidden">): boolean => !isHidden && control._tag !== "text"

type KeysOf<F, V> = { [K in keyof F]-?: NonNullable<F[K]> extends V ? K : never }[keyof F] & string

const single = (value: LocationQuery[string] | undefined): string =>
  typeof value === "string" ? value.trim() : ""

/** Creates a field whose value is a single parameter in the URL. */
const wordField = <F extends object>(
  key: keyof F & string,
  param: string,
  label: string,
  control: FilterControl,
  parse: (text: string) => F[keyof F] | undefined,
  print: (value: NonNullable<F[keyof F]>) => string,
  chip: (value: NonNullable<F[keyof F]>, text: string) => string
): FilterField<F> => {
  const put = (filter: F, value: F[keyof F] | undefined): F => {
    const { [key]: _before, ...rest } = filter
    return (value === undefined ? rest : { ...rest, [key]: value }) as F
  }
  const textOf = (filter: F): string => {
    const value = filter[key]
    return value === undefined || value === null ? "" : print(value)
  }
  return {
    key,
    label,
    control,
    read: (query) => {
      const text = single(query[param])
      const value = text === "" ? undefined : parse(text)
      return (value === undefined ? {} : { [key]: value }) as Partial<F>
    },
    write: (filter) => ({ [param]: textOf(filter) || undefined }),
    values: (filter) => [textOf(filter)],
    set: (filter, text = "") => put(filter, text.trim() === "" ? undefined : parse(text.trim())),
    chip: (filter) => {
      const value = filter[key]
      return value === undefined || value === null ? undefined : chip(value, print(value))
    }
  }
}

const numberOf = (text: string): number | undefined => {
  const value = Number(text)
  return text.trim() !== "" && Number.isFinite(value) && value >= 0 ? value : undefined
}

/** Returns functions that create the fields of a filter of type `F`. Keys are parameter names of the API. */
export const fieldsOf = <F extends object>() => ({
  /** Creates a field for search words. */
  text: (key: KeysOf<F, string>, label: string, { param = key as string } = {}): FilterField<F> =>
    wordField<F>(
      key,
      param,
      label,
      { _tag: "text" },
      (text) => text as F[keyof F],
      String,
      (_value, text) => `“${text}”`
    ),

  /**
   * Creates a field with a choice of options. With `isOpen`, a value that is not an option, such as a deleted library,
   * still filters the list. In that case, the chip shows `unknown`.
   */
  choice: <K extends KeysOf<F, string>>(
    key: K,
    label: string,
    options: ReadonlyArray<Choice<NonNullable<F[K]> & string>>,
    { any, isHidden = false, isOpen = false, param = key as string, unknown = label }: ChoiceOptions
  ): FilterField<F> => ({
    ...wordField<F>(
      key,
      param,
      label,
      { _tag: "choice", any, options },
      (text) =>
        (isOpen || options.some(({ value }) => value === text) ? text : undefined) as F[keyof F] | undefined,
      String,
      (_value, text) => options.find(({ value }) => value === text)?.label ?? unknown
    ),
    isHidden
  }),

  yesNo: (
    key: KeysOf<F, boolean>,
    label: string,
    words: { readonly any: string; readonly yes: string; readonly no?: string },
    { param = key as string } = {}
  ): FilterField<F> =>
    wordField<F>(
      key,
      param,
      label,
      {
        _tag: "choice",
        any: words.any,
        options: [
          { value: "yes", label: words.yes },
          ...(words.no === undefined ? [] : [{ value: "no", label: words.no }])
        ]
      },
      (text) =>
        (text === "yes" ? true : text === "no" && words.no !== undefined ? false : undefined) as
          F[keyof F] | undefined,
      (value) => (value ? "yes" : "no"),
      (value) => (value ? words.yes : (words.no ?? words.yes))
    ),

  /**
   * Creates a field for a range with a start, an end or both. One unit in the control corresponds to `per` units of the
   * API.
   */
  range: (
    min: KeysOf<F, number>,
    max: KeysOf<F, number>,
    label: string,
    { param, per, unit }: { readonly param: string; readonly unit: string; readonly per: number }
  ): FilterField<F> => {
    const ends = (filter: F): readonly [number | undefined, number | undefined] =>
      [filter[min], filter[max]] as unknown as readonly [number | undefined, number | undefined]
    const put = (filter: F, from: number | undefined, to: number | undefined): F => {
      const { [min]: _min, [max]: _max, ...rest } = filter
      return {
        ...rest,
        ...(from === undefined ? {} : { [min]: from }),
        ...(to === undefined ? {} : { [max]: to })
      } as F
    }
    const texts = (filter: F): ReadonlyArray<string> =>
      ends(filter).map((end) => (end === undefined ? "" : String(end / per)))
    const set = (filter: F, from = "", to = ""): F => {
      const [low, high] = [numberOf(from), numberOf(to)].map((end) => (end === undefined ? end : end * per))
      return put(filter, low, high)
    }
    return {
      key: param,
      label,
      control: { _tag: "range", unit },
      read: (query) => {
        const [from = "", to = ""] = single(query[param]).split("-")
        return set({} as F, from, to)
      },
      write: (filter) => {
        const [from, to] = texts(filter)
        return { [param]: from || to ? `${from}-${to}` : undefined }
      },
      values: texts,
      set,
      chip: (filter) => {
        const [from, to] = texts(filter)
        if (!from && !to) return undefined
        return from && to ? `${from}–${to} ${unit}` : from ? `≥ ${from} ${unit}` : `≤ ${to} ${unit}`
      }
    }
  }
})

interface ChoiceOptions {
  /** Label of the option that does not filter. */
  readonly any: string
  readonly param?: string
  /** True if the options load later or are incomplete. Unknown values in the URL are then accepted. */
  readonly isOpen?: boolean
  readonly unknown?: string
  readonly isHidden?: boolean
}

export const readFields = <F extends object>(
  fields: ReadonlyArray<FilterField<F>>,
  query: LocationQuery
): Partial<F> => Object.assign({}, ...fields.map((field) => field.read(query))) as Partial<F>

export const writeFields = <F extends object>(
  fields: ReadonlyArray<FilterField<F>>,
  filter: F
): LocationQueryRaw => Object.assign({}, ...fields.map((field) => field.write(filter))) as LocationQueryRaw

export interface FilterChip<F> {
  readonly key: string
  readonly field: string
  readonly label: string
  readonly without: F
}
/** Returns the chips of all active filters. */
export const chipsOf = <F extends object>(
  fields: ReadonlyArray<FilterField<F>>,
  filter: F
): ReadonlyArray<FilterChip<F>> =>
  fields.flatMap((field) => {
    const label = field.chip(filter)
    return label === undefined
      ? []
      : [{ key: field.key, field: field.label, label, without: field.set(filter) }]
  })
