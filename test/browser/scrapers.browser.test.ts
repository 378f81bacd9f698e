import { mkdirSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { useProduct } from "./support/Scenario.ts"

let website: Server
let site = ""
beforeAll(async () => {
  website = createServer((request, response) => {
    const isKnown = request.url === "/boat/1"
    response.writeHead(isKnown ? 200 : 404, { "content-type": "text/html; charset=utf-8" })
    response.end(isKnown ? "<h1>Boat Ada</h1><time>March 4, 2019</time><b>Red</b><b>Fast</b>" : "")
  })
  await new Promise<void>((resolve) => website.listen(0, "127.0.0.1", resolve))
  site = `http://127.0.0.1:${(website.address() as AddressInfo).port}`
})
afterAll(() => website.close())

const { device } = useProduct("scrapers", async (fresh) => {
  await fresh.stop()
  await fresh.run({ MEDIA_ALLOW_PRIVATE_FETCH: "127.0.0.1" })
  const folder = join(fresh.dataDir, "scrapers")
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, "Harbor.yml"),
    `name: Harbor
color: red
sceneByURL:
  - action: scrapeXPath
    url: [127.0.0.1]
    scraper: boat
performerByName: {action: script, script: [python, harbor.py]}
xPathScrapers:
  boat:
    scene:
      Title: {selector: //h1, postProcess: [{replace: [{regex: "^Boat ", with: ""}]}]}
      Date: {selector: //time, postProcess: [{parseDate: "January 2, 2006"}]}
      Tags: {Name: //b}
`
  )
})

it("shows each step of a run and compares an edited definition", async () => {
  const { page } = await device()
  await page.goto("/scrapers")
  await page.getByText("Allow its scripts first").waitFor()
  await page.getByRole("link", { name: "Harbor" }).click()
  await page.getByLabel("Address").fill(`${site}/boat/1`)
  await page.getByRole("button", { name: "Run", exact: true }).click()
  const results = page.getByRole("region", { name: "Results" })
  await results.getByText("2019-03-04").waitFor()
  const trace = page.getByRole("region", { name: "Trace" })
  await trace.getByText(`${site}/boat/1`).waitFor()
  await trace.getByText("//h1").waitFor()
  await trace.getByText("2 hits").waitFor()
  await trace.getByText("March 4, 2019").first().waitFor()
  expect(await violations(page)).toEqual([])

  await results.getByRole("button", { name: "Save page as fixture" }).click()
  await page.getByText("The page was saved as a fixture").waitFor()
  await page.getByRole("button", { name: "Fixtures" }).click()
  await page.getByRole("button", { name: "Run all fixtures" }).click()
  await page.getByText("As expected").waitFor()

  await page.getByRole("button", { name: "Source" }).click()
  await page.getByText('The key "color" is unknown and was ignored.').waitFor()
  await page.getByRole("button", { name: "Edit a copy" }).click()
  const source = page.getByLabel("Edited copy")
  await source.fill((await source.inputValue()).replace('"^Boat "', '"Ada"'))
  await page.getByRole("button", { name: "Test" }).click()
  await page.getByRole("button", { name: "Run the copy" }).click()
  await page
    .getByRole("region", { name: "Compared with the installed scraper" })
    .getByText("Edited copy: Boat")
    .waitFor()
})
