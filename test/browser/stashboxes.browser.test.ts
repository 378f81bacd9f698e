import { startStashBox, type StashBoxServer } from "@media/testkit/stashbox/StashBoxServer"
import { afterAll, expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { useProduct } from "./support/Scenario.ts"

const KEY = "key-of-mia-that-nobody-sees-a1b2"
let box: StashBoxServer

const { device } = useProduct("stashboxes", async (fresh) => {
  box = await startStashBox({ key: KEY })
  await fresh.stop()
  await fresh.run({ MEDIA_ALLOW_PRIVATE_FETCH: box.host })
})
afterAll(() => box.stop())

it("adds and tests a stash-box without showing its key again", async () => {
  const { page } = await device()
  await page.goto("/stash-boxes")
  await page.getByText("No stash-boxes yet").waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole("button", { name: "Add stash-box" }).click()
  const form = page.getByRole("dialog", { name: "Add stash-box" })
  await form.getByRole("button", { name: "Save" }).click()
  await form.getByText("Enter the API key.").waitFor()
  await form.getByLabel("Name").fill("Harbor DB")
  await form.getByLabel("Address").fill(box.url)
  await form.getByLabel("API key", { exact: true }).fill(KEY)
  expect(await violations(page)).toEqual([])
  await form.getByRole("button", { name: "Save" }).click()
  await form.waitFor({ state: "detached" })

  await page.getByRole("button", { name: "Test “Harbor DB”" }).click()
  await page.getByText("Signed in as mia").waitFor()
  await page.getByText("200 per minute").waitFor()
  expect(await page.content()).not.toContain(KEY)

  await page.getByRole("button", { name: "Harbor DB", exact: true }).click()
  const edit = page.getByRole("dialog", { name: "Harbor DB" })
  await edit.getByText("The saved key ends in a1b2. Leave this field empty to keep it.").waitFor()
  expect(await edit.getByLabel("API key", { exact: true }).inputValue()).toBe("")
  await edit.getByLabel("Name").fill("Harbor")
  await edit.getByRole("button", { name: "Save" }).click()
  await edit.waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Actions for “Harbor”" }).click()
  await page.getByRole("menuitem", { name: "Sent fingerprints" }).click()
  const ledger = page.getByRole("dialog", { name: "Sent fingerprints" })
  await ledger.getByText("Nothing sent yet").waitFor()
  expect(await violations(page)).toEqual([])
})
