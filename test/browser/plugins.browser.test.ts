import { join } from "node:path"
import { expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { useProduct } from "./support/Scenario.ts"

const { device } = useProduct("plugins", async () => {})
const example = join(import.meta.dirname, "../../docs/plugins/examples/lookup")

it("installs a plugin, runs a task, shows its log and removes it", async () => {
  const { page } = await device()
  await page.goto("/plugins")
  await page.getByRole("button", { name: "Install", exact: true }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("From").selectOption("path")
  await dialog.getByLabel("Folder on the server").fill(example)
  await dialog.getByRole("button", { name: "Check package" }).click()
  await dialog.getByText("It may not use the network.").waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole("button", { name: "Install" }).click()

  await page.getByRole("button", { name: "Lookup", exact: true }).click()
  await dialog.getByRole("button", { name: "Allow another website" }).click()
  await dialog.getByLabel("Website", { exact: true }).fill("nas.local:8080")
  await dialog.getByRole("switch", { name: "This website is on your private network" }).click()
  await dialog.getByRole("button", { name: "Allow", exact: true }).click()
  await dialog
    .getByText("An administrator allowed access to nas.local:8080 on your private network.")
    .waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole("button", { name: "Remove nas.local:8080" }).click()
  await dialog.getByText("It may not use the network.").waitFor()
  await dialog.getByRole("button", { name: "Close" }).last().click()

  await page.getByRole("button", { name: "Look up" }).click()
  await dialog.getByLabel("Input (JSON)").fill('{ "title": "general" }')
  await dialog.getByRole("button", { name: "Run", exact: true }).click()
  const run = page.getByRole("listitem").filter({ hasText: "Lookup: Look up" })
  await run.getByText("Completed").waitFor()
  expect(await run.getByRole("button", { name: "Undo changes by Lookup: Look up" }).count()).toBe(0)
  await run.getByRole("button", { name: "Log of Lookup: Look up" }).click()
  await dialog.getByText("1 movies match").waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press("Escape")

  await page.getByRole("button", { name: "Installed" }).click()
  await page.getByRole("button", { name: "Actions for “Lookup”" }).click()
  await page.getByRole("menuitem", { name: "Remove" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click()
  await page.getByText("No plugins yet").waitFor()
})
