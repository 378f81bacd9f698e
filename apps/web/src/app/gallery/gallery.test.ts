// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Components that do not have to appear in the gallery, because other components load them when they open. */
const inside = ["ConfirmPopup", "MenuPopup", "PopoverPopup"]
/**
 * Components that cannot appear in the gallery: the frame of the sign-in and setup pages has its own landmark and
 * heading.
 */
const elsewhere = ["BareFrame"]

it("shows every component of the ui folder in the gallery", () => {
  const shown = readdirSync(folder("."))
    .filter((name) => name.endsWith(".vue"))
    .map((name) => readFileSync(folder(`./${name}`), "utf8"))
    .join("\n")
  const parts = readdirSync(folder("../../ui"))
    .filter((name) => name.endsWith(".vue"))
    .map((name) => name.replace(".vue", ""))
  const missing = parts.filter((part) => !shown.includes(`"@/ui/${part}.vue"`))
  expect(missing).toEqual([...elsewhere, ...inside].sort())
})
