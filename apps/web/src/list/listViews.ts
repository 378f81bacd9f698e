import { shallowRef } from "vue"
import { follow } from "@/lib/followed"

export type ListView = "grid" | "table"

const parse = (text: string | null): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text ?? "{}")
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
const memory = follow("list-views", (text) => (views.value = parse(text)))
const views = shallowRef(parse(memory.read()))

/** Returns the last used layout of a list. `list` is the name of its route. The URL may override the layout. */
export const lastView = (list: string): ListView => (views.value[list] === "table" ? "table" : "grid")
export const keepView = (list: string, view: ListView): void => {
  views.value = { ...views.value, [list]: view }
  memory.write(JSON.stringify(views.value))
}
