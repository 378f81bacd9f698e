import type { FieldTable } from "@media/query/Field"
import type { Group } from "@media/query/Tree"
import { inject, type InjectionKey, provide, type Ref } from "vue"
import type { Path } from "./editing"
import type { Place } from "./moving"
import type { ValueSource } from "./suggestions"

export type Part = "field" | "operator" | "value"

/** The dragged chip, and the place where it would be dropped. */
export interface Dragged {
  readonly from: Path
  readonly to: Place | undefined
}

/** Actions of the filter bar. Chips and groups at any depth use these actions. */
export interface BarContext {
  readonly fields: FieldTable
  readonly source: ValueSource
  readonly selected: Readonly<Ref<ReadonlySet<string>>>
  readonly edit: (path: Path, part: Part, anchor: HTMLElement) => void
  readonly add: (path: Path, anchor: HTMLElement) => void
  readonly change: (edit: (root: Group) => Group) => void
  readonly toggle: (path: Path) => void
  /** Puts the selected chips into a new box. If no chip is selected, puts the chip at `path` into a new box. */
  readonly box: (path?: Path) => void
  /** Opens the menu of a chip, unless the click is the end of a drag. */
  readonly menu: (path: Path, event: MouseEvent) => void
  /** Starts dragging a chip. */
  readonly drag: (path: Path, event: PointerEvent) => void
  readonly dragged: Readonly<Ref<Dragged | undefined>>
}

const key: InjectionKey<BarContext> = Symbol("filter bar")

export const provideBar = (bar: BarContext): void => provide(key, bar)
export const useBar = (): BarContext => {
  const bar = inject(key)
  if (bar === undefined) throw new Error("A filter chip was rendered outside of a filter bar.")
  return bar
}
export const pathKey = (path: Path): string => path.join(".")
export const pathOf = (key: string): Path => (key === "" ? [] : key.split(".").map(Number))
