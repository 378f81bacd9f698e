import type { Page } from "playwright-core"
import { plays } from "./Playback.ts"
import { spoken } from "./Words.ts"

/** A popup that can be opened on a page. */
export interface Opening {
  readonly name: string
  readonly at: string
  readonly only?: 390 | 1440
  readonly open: (page: Page) => Promise<void>
}

const press = (page: Page, name: string) =>
  page
    .getByRole("button", { name: spoken(name) })
    .first()
    .click()
const cards = (page: Page) => page.locator("main [data-index]")
const menu = async (page: Page, opener: string, entry?: string): Promise<void> => {
  await press(page, opener)
  await page.getByRole("menuitem").first().waitFor()
  if (entry !== undefined) await page.getByRole("menuitem", { name: spoken(entry) }).click()
}
/**
 * Opens the menu of a card with the keyboard. The mouse would first have to point at the card, and on touch screens
 * only screen readers can use the button.
 */
const cardMenu = async (page: Page): Promise<void> => {
  await page
    .getByRole("button", { name: spoken("^Actions for") })
    .first()
    .press("Enter")
  await page.getByRole("menuitem").first().waitFor()
}
const select = async (page: Page): Promise<void> => {
  await cards(page).first().getByRole("link").first().focus()
  await page.keyboard.press("x")
  await page.getByRole("region", { name: spoken("Selection") }).waitFor()
}
const dialog = (page: Page) => page.getByRole("dialog").waitFor()
const question = (page: Page) => page.getByRole("alertdialog").waitFor()
/** Returns the popups of video pages, and the popups that every account can open. */
export const openings = (video: string): ReadonlyArray<Opening> => [
  { name: "the account menu", at: "/", open: (page) => menu(page, "Account menu") },
  {
    name: "the search",
    at: "/",
    open: (page) => press(page, "^Search").then(() => dialog(page))
  },
  {
    name: "the keys",
    at: "/videos",
    open: async (page) => {
      await cards(page).first().waitFor()
      await page.keyboard.press("Shift+?")
      await dialog(page)
    }
  },
  {
    name: "the filters",
    at: "/videos",
    open: (page) => press(page, "^Add filter$").then(() => page.getByRole("dialog").last().waitFor())
  },
  {
    name: "the menu of a card",
    at: "/videos",
    open: (page) => cardMenu(page)
  },
  {
    name: "rating from a card",
    at: "/videos",
    open: async (page) => {
      await cardMenu(page)
      await page.getByRole("menuitem", { name: spoken("Rate…") }).click()
      await dialog(page)
    }
  },
  { name: "a selection", at: "/videos", open: select },
  { name: "a selection in a table", at: "/videos?view=table", open: select },
  {
    name: "the ratings of a selection",
    at: "/videos",
    open: (page) => select(page).then(() => menu(page, "^Rate$"))
  },
  {
    name: "what else a selection can do",
    at: "/videos",
    open: (page) => select(page).then(() => menu(page, "More actions"))
  },
  {
    name: "the question of a selection",
    at: "/videos",
    open: (page) =>
      select(page)
        .then(() => menu(page, "More actions", "Examine again"))
        .then(() => question(page))
  },
  { name: "the menu of a video", at: `/videos/${video}`, open: (page) => menu(page, "More actions") },
  {
    name: "its picture",
    at: `/videos/${video}`,
    open: (page) => menu(page, "More actions", "Change picture").then(() => dialog(page))
  },
  {
    name: "its form",
    at: `/videos/${video}`,
    open: (page) => press(page, "Edit").then(() => page.getByLabel(spoken("Title")).waitFor())
  },
  {
    name: "its jobs",
    at: `/videos/${video}?tab=jobs`,
    open: async (page) => {
      await page.getByRole("tabpanel").getByText(spoken("Media probe")).first().waitFor()
    }
  },
  {
    name: "the qualities of the player",
    at: `/watch/${video}`,
    open: async (page) => {
      await plays(page)
      await page.keyboard.press("q")
      await page.getByRole("menuitemradio").first().waitFor()
    }
  },
  {
    name: "the keys of the player",
    at: `/watch/${video}`,
    open: async (page) => {
      await plays(page)
      await page.keyboard.press("Shift+?")
      await dialog(page)
    }
  },
  {
    name: "a library to add",
    at: "/admin/libraries?add=1",
    open: (page) => dialog(page).then(() => press(page, "Browse folders"))
  },
  { name: "an account to add", at: "/admin/accounts?add=1", open: dialog },
  {
    name: "an account to edit",
    at: "/admin/accounts",
    open: (page) => press(page, "^Milo$").then(() => dialog(page))
  },
  {
    name: "its devices",
    at: "/admin/accounts",
    open: (page) => menu(page, "^Actions for", "Devices").then(() => dialog(page))
  },
  {
    name: "another password for it",
    at: "/admin/accounts",
    open: (page) => menu(page, "^Actions for.*Milo", "Reset password").then(() => dialog(page))
  },
  {
    name: "the question before it is deleted",
    at: "/admin/accounts",
    open: (page) => menu(page, "^Actions for.*Milo", "Delete").then(() => question(page))
  }
]
