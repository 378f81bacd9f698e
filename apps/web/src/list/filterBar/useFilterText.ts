import type { FieldTable } from "@media/query/Field"
import { canonical } from "@media/query/canonical"
import { hasErrors, parseQuery } from "@media/query/text/parse"
import { printQuery } from "@media/query/text/print"
import type { Group, Query } from "@media/query/Tree"
import { computed, onScopeDispose, shallowRef, watch, type Ref } from "vue"
import { rootOf } from "./editing"

/** Delay after the last keystroke before the list is updated. */
const TYPING_MS = 350

/**
 * Manages a filter in two forms: the typed text, and the last tree that was parsed from the text without errors. The
 * tree keeps the chips visible while a condition is incomplete. `model` is the filter of the list.
 */
export const useFilterText = (model: Ref<string>, fields: FieldTable) => {
  const read = (text: string) => parseQuery(text, fields, { mode: "list" })
  const text = shallowRef(model.value)
  const parsed = computed(() => read(text.value))
  const good = shallowRef<Query>({ where: { type: "group", operator: "and", children: [] }, sort: [] })
  const root = computed(() => rootOf(good.value.where))
  let timer: ReturnType<typeof setTimeout> | undefined

  const publish = (): void => {
    clearTimeout(timer)
    if (!hasErrors(parsed.value)) model.value = text.value.trim()
  }
  watch(
    parsed,
    (now) => {
      if (!hasErrors(now)) good.value = now.query
    },
    { immediate: true }
  )
  // Adopts a filter that was set by a link, the Back button or another part of the page.
  watch(model, (next) => {
    if (next === text.value.trim()) return
    clearTimeout(timer)
    text.value = next
  })
  onScopeDispose(() => clearTimeout(timer))

  const put = (query: Query): void => {
    text.value = printQuery(query, fields)
    publish()
  }
  return {
    text,
    root,
    sort: computed(() => good.value.sort),
    problems: computed(() => parsed.value.problems),
    type: (next: string): void => {
      text.value = next
      clearTimeout(timer)
      timer = setTimeout(publish, TYPING_MS)
    },
    /** Applies the typed text immediately. */
    publish,
    setRoot: (next: Group): void => put({ ...good.value, where: canonical(next) }),
    setSort: (sort: Query["sort"]): void => put({ ...good.value, sort }),
    clear: (): void => {
      text.value = ""
      publish()
    }
  }
}
