import { computed, shallowRef } from "vue"
import { lasting } from "@/lib/storage"

export type Locale = "en" | PseudoLocale
/** For tests only: texts of 1.4 times the length, left to right or right to left. */
export type PseudoLocale = "en-XA" | "en-XB"

const isPseudo = (text: string | null): text is PseudoLocale => text === "en-XA" || text === "en-XB"
const chosen = (): Locale => {
  const asked = import.meta.env.DEV ? new URLSearchParams(location.search).get("locale") : null
  const stored = asked ?? lasting.read("locale")
  return isPseudo(stored) ? stored : "en"
}

export const locale = shallowRef<Locale>("en")
/** Transforms texts while a pseudo-locale is selected; its code is loaded on demand. */
export const disguise = shallowRef<(text: string) => string>()

/** Applies the stored choice: the page's language and direction, and the code of a pseudo-locale. */
export const startLocale = async (): Promise<void> => {
  const next = chosen()
  const page = document.documentElement
  page.lang = next
  page.dir = next === "en-XB" ? "rtl" : "ltr"
  if (next !== "en") disguise.value = (await import("./pseudo")).disguise
  locale.value = next
}

/**
 * For `Intl`: the user's number and date formats in the language of the texts. A German browser shows "2 hours ago"
 * on an English page.
 */
export const formatLocale = computed(() => {
  const language = locale.value.slice(0, 2)
  // Tests of plain functions run without a browser.
  const known = typeof navigator === "undefined" ? [] : navigator.languages
  return known.find((tag) => tag.startsWith(language)) ?? language
})
