/** The selection in a list: either individual items, or all items that match the filter except some. */
export type Selection =
  | { readonly _tag: "items"; readonly ids: ReadonlySet<string> }
  | { readonly _tag: "matching"; readonly except: ReadonlySet<string> }

export const nothing: Selection = { _tag: "items", ids: new Set() }
export const everything: Selection = { _tag: "matching", except: new Set() }

export const includes = (selection: Selection, id: string): boolean =>
  selection._tag === "items" ? selection.ids.has(id) : !selection.except.has(id)

/** Selects or deselects items. If all matching items are selected, deselected items become exceptions. */
export const withItems = (selection: Selection, ids: Iterable<string>, isIn: boolean): Selection => {
  const named = new Set(selection._tag === "items" ? selection.ids : selection.except)
  const isNamed = selection._tag === "items" ? isIn : !isIn
  for (const id of ids) {
    if (isNamed) named.add(id)
    else named.delete(id)
  }
  return selection._tag === "items" ? { _tag: "items", ids: named } : { _tag: "matching", except: named }
}

/** Returns the number of selected items. `total` is the number of items that match the filter. */
export const countOf = (selection: Selection, total: number): number =>
  selection._tag === "items" ? selection.ids.size : Math.max(0, total - selection.except.size)

/** Returns the numbers of the pages of `perPage` rows that contain the rows from `first` to `last`. */
export const pagesOf = (first: number, last: number, perPage: number): ReadonlyArray<number> => {
  const from = Math.floor(first / perPage) + 1
  return Array.from({ length: Math.floor(last / perPage) + 2 - from }, (_unused, offset) => from + offset)
}
