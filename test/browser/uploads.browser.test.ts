import { eventually } from "@media/testkit/product/Time"
import { putVideo, titles } from "@media/testkit/seed/SampleVideos"
import { copyFileSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { useProduct } from "./support/Scenario.ts"

let folder = ""
/** Folder of the user's files, from which they are uploaded. */
let own = ""
let video = ""
let library = ""
const { device } = useProduct("uploads", async (fresh) => {
  folder = join(fresh.media, "library")
  own = join(fresh.folder, "own")
  for (const path of [folder, own]) mkdirSync(path, { recursive: true })
  await putVideo(own, "plain")
  video = join(own, readdirSync(own)[0]!)
  copyFileSync(video, join(folder, "Known.mp4"))
  copyFileSync(video, join(own, "Known.mp4"))
  writeFileSync(join(own, "Notes.mp4"), "Not a video at all.")
  library = await fresh.addLibrary({ name: "Movies", contents: ["videos"], folder })
  await eventually("the known one", async () => (await fresh.videoId("Known")) !== "", 60_000)
})

const filesIn = () => (readdirSync(folder, { recursive: true }) as Array<string>).sort()
const tray = (page: Page) => page.getByRole("region", { name: "Uploads" })
const row = (page: Page, name: string) => tray(page).getByRole("listitem").filter({ hasText: name })

it("uploads several files from the list of libraries", async () => {
  const { page } = await device()
  await page.goto("/admin/libraries")
  await page.getByRole("button", { name: "Upload to Movies" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: "Upload", exact: true }).click()
  await dialog.getByText("Choose at least one file.").waitFor()
  await dialog
    .locator("input[type=file]")
    .setInputFiles([video, join(own, "Known.mp4"), join(own, "Notes.mp4")])
  await dialog.getByText(/^3 files/).waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel("Subfolder").fill("New ones")
  await dialog.getByRole("button", { name: "Remove Known.mp4" }).click()
  await dialog.getByRole("button", { name: "Upload", exact: true }).click()

  const done = row(page, titles.plain)
  await done.getByText("Ready").waitFor()
  await row(page, "Notes.mp4").getByText("The library does not accept this type of file.").waitFor()
  await tray(page).getByRole("heading", { name: "1 file uploaded, 1 file failed" }).waitFor()
  expect(await violations(page)).toEqual([])
  const name = video.slice(own.length + 1)
  expect(filesIn()).toEqual(["Known.mp4", "New ones", `New ones/${name}`])
  expect(readFileSync(join(folder, "New ones", name)).equals(readFileSync(video))).toBe(true)
  await done.getByRole("link").click()
  await page.getByRole("heading", { name: titles.plain, level: 1 }).waitFor()
  await tray(page).getByRole("button", { name: "Close and clear the list" }).click()
  await tray(page).waitFor({ state: "detached" })
})

/** Returns a script that simulates dropping a file from another window. */
const drop = (name: string, base64: string) => `(() => {
  const data = new DataTransfer()
  const bytes = Uint8Array.from(atob(${JSON.stringify(base64)}), (letter) => letter.charCodeAt(0))
  data.items.add(new File([bytes], ${JSON.stringify(name)}))
  const main = document.querySelector("main")
  for (const type of ["dragenter", "dragover", "drop"])
    main.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }))
})()`

it("uploads files dropped on a library's page", async () => {
  const { page } = await device()
  const sent: Array<string> = []
  page.on("request", (request) => void (request.url().endsWith("/upload") && sent.push(request.url())))
  await page.goto(`/admin/libraries/${library}`)
  await page.getByRole("button", { name: "Upload to Movies" }).waitFor()
  await page.evaluate(drop("Known.mp4", readFileSync(video).subarray(0, 20_000).toString("base64")))
  await row(page, "Known.mp4").getByText("A file with this name already exists.").waitFor()
  expect(sent).toEqual([])
})

it("continues an upload on other pages, and leaves no file after a cancel", async () => {
  const large = join(own, "Large.mp4")
  copyFileSync(video, large)
  truncateSync(large, 80 * 1024 ** 2)
  const before = filesIn()
  const { context, page } = await device()
  await page.goto(`/admin/libraries/${library}`)
  const line = await context.newCDPSession(page)
  await line.send("Network.enable")
  await line.send("Network.emulateNetworkConditions", {
    ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 1024 ** 2 }
  })
  await page.getByRole("button", { name: "Upload to Movies" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.locator("input[type=file]").setInputFiles([large])
  await dialog.getByRole("button", { name: "Upload", exact: true }).click()
  await row(page, "Large.mp4")
    .getByText(/of 80 MB · .*\/s · .* left/)
    .waitFor()
  await eventually("it arrives under a hidden name", () =>
    filesIn().some((name) => name.startsWith(".incoming-"))
  )
  await page.getByRole("link", { name: "Back to library" }).click()
  await page.getByRole("link", { name: "Videos", exact: true }).first().click()
  await page.getByRole("heading", { name: "Videos", level: 1 }).waitFor()
  await row(page, "Large.mp4").getByRole("progressbar").waitFor()

  await tray(page).getByRole("button", { name: "Cancel Large.mp4" }).click()
  await row(page, "Large.mp4").getByText("Canceled").waitFor()
  await eventually("nothing is left", () => filesIn().join() === before.join())
  await line.send("Network.emulateNetworkConditions", {
    ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  })
  await row(page, "Large.mp4").getByRole("button", { name: "Retry Large.mp4" }).click()
  await row(page, "Large.mp4").getByRole("link").waitFor()
  expect(filesIn()).toEqual([...before, "Large.mp4"].sort())
})
