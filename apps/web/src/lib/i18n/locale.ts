import { computed, shallowRef } from "vue"
import { lasting } from "@/lib/storage"

export type Locale = "en" | PseudoLocale
/** For tests only: words of 1.4 times the length, from the left or from the right. */
export type PseudoLocale = "en-XA" | "en-XB"

const isPseudo = (text: string | null): text is PseudoLocale => text === "en-XA" || text === "en-XB"
const chosen = (): Locale => {
  const asked = import.meta.env.DEV ? new URLSearchParams(location.search).get("locale") : null
  const stored = asked ?? lasting.read("locale")
  return isPseudo(stored) ? stored : "en"
}

export const locale = shallowRef<Locale>("en")
/** Set while a pseudo-locale is chosen; its code is loaded then. */
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
 * For `Intl`: how the reader writes numbers and dates, in the language of the words. Someone with a German browser reads
 * "2 hours ago" in an English page.
 */
export const formatLocale = computed(() => {
  const language = locale.value.slice(0, 2)
  // Below tests of plain functions there is no browser.
  const known = typeof navigator === "undefined" ? [] : navigator.languages
  return known.find((tag) => tag.startsWith(language)) ?? language
})
