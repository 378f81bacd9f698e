import { computed, shallowRef } from "vue"
import { lasting } from "@/lib/storage"

export type Locale = "en" | PseudoLocale
/**
 * Pseudo-locales for tests. Both make text 1.4 times as long. Text runs left to right in `en-XA` and right to left in
 * `en-XB`.
 */
export type PseudoLocale = "en-XA" | "en-XB"

const isPseudo = (text: string | null): text is PseudoLocale => text === "en-XA" || text === "en-XB"
const chosen = (): Locale => {
  const asked = import.meta.env.DEV ? new URLSearchParams(location.search).get("locale") : null
  const stored = asked ?? lasting.read("locale")
  return isPseudo(stored) ? stored : "en"
}

export const locale = shallowRef<Locale>("en")
/**
 * Transforms messages if a pseudo-locale is selected. Undefined otherwise, because the code is loaded only when it is
 * needed.
 */
export const disguise = shallowRef<(text: string) => string>()

/** Applies the stored locale: sets the page's language and direction, and loads the code of a pseudo-locale. */
export const startLocale = async (): Promise<void> => {
  const next = chosen()
  const page = document.documentElement
  page.lang = next
  page.dir = next === "en-XB" ? "rtl" : "ltr"
  if (next !== "en") disguise.value = (await import("./pseudo")).disguise
  locale.value = next
}

/**
 * The locale for `Intl`. It combines the user's number and date formats with the language of the messages. On an
 * English page, a German browser therefore shows "2 hours ago".
 */
export const formatLocale = computed(() => {
  const language = locale.value.slice(0, 2)
  // Unit tests run without a browser.
  const known = typeof navigator === "undefined" ? [] : navigator.languages
  return known.find((tag) => tag.startsWith(language)) ?? language
})
