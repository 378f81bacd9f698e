import { join } from "node:path"
import { expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { useProduct } from "./support/Scenario.ts"

const { device } = useProduct("plugins", async () => {})
const example = join(import.meta.dirname, "../../docs/plugins/examples/lookup")

it("shows the permissions of a plugin, installs it, runs a task, shows its log, and removes it", async () => {
  const { page } = await device()
  await page.goto("/plugins")
  await page.getByRole("button", { name: "Install", exact: true }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("From").selectOption("path")
  await dialog.getByLabel("Folder on the server").fill(example)
  await dialog.getByRole("button", { name: "Check package" }).click()
  await dialog.getByText("It may not use the network.").waitFor({ timeout: 60_000 })
  expect(await violations(page)).toEqual([])
  await dialog.getByRole("button", { name: "Install" }).click()

  await page.getByRole("button", { name: "Look up" }).click()
  await dialog.getByLabel("Input (JSON)").fill('{ "title": "general" }')
  await dialog.getByRole("button", { name: "Run", exact: true }).click()
  const run = page.getByRole("listitem").filter({ hasText: "Lookup: Look up" })
  await run.getByRole("button", { name: "Undo changes of Lookup: Look up" }).waitFor({ timeout: 60_000 })
  await run.getByRole("button", { name: "Log of Lookup: Look up" }).click()
  await dialog.getByText("Attempt 1").click({ timeout: 60_000 })
  await dialog.getByText("1 films match").waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press("Escape")

  await page.getByRole("button", { name: "Installed" }).click()
  await page.getByRole("button", { name: "Actions for “Lookup”" }).click()
  await page.getByRole("menuitem", { name: "Remove" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click()
  await page.getByText("No plugins yet").waitFor()
})
