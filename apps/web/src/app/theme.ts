import { shallowRef } from "vue"
import { follow } from "@/lib/followed"

export type ThemeChoice = "dark" | "light" | "system"

const isChoice = (text: string | null): text is ThemeChoice =>
  text === "dark" || text === "light" || text === "system"
const kept = follow("theme", (text) => {
  if (!isChoice(text)) return
  themeChoice.value = text
  show()
})
const stored = kept.read()

/** The chosen theme. The script in index.html also applies it, before the first paint. */
export const themeChoice = shallowRef<ThemeChoice>(isChoice(stored) ? stored : "system")

const systemIsLight = matchMedia("(prefers-color-scheme: light)")
export const shownTheme = shallowRef<"dark" | "light">("dark")

const show = (): void => {
  const choice = themeChoice.value
  shownTheme.value = choice === "system" ? (systemIsLight.matches ? "light" : "dark") : choice
  document.documentElement.dataset["theme"] = shownTheme.value
}
systemIsLight.addEventListener("change", show)
show()

export const setTheme = (choice: ThemeChoice): void => {
  themeChoice.value = choice
  kept.write(choice)
  show()
}
export const toggleTheme = (): void => setTheme(shownTheme.value === "dark" ? "light" : "dark")
