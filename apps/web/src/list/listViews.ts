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

/** The last layout of a list, by its route name. The URL may override it. */
export const lastView = (list: string): ListView => (views.value[list] === "table" ? "table" : "grid")
export const keepView = (list: string, view: ListView): void => {
  views.value = { ...views.value, [list]: view }
  memory.write(JSON.stringify(views.value))
}
