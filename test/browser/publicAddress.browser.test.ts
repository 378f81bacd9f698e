import { admin } from "@media/testkit/seed/Accounts"
import { putVideo } from "@media/testkit/seed/SampleVideos"
import { eventually } from "@media/testkit/product/Time"
import type { Page } from "playwright-core"
import { afterAll, describe, expect, it } from "vitest"
import { addMovies } from "./support/Fixture.ts"
import { plays } from "./support/Playback.ts"
import { useProduct } from "./support/Scenario.ts"
import { startSharedHost, type SharedHost } from "./support/SharedHost.ts"

let host: SharedHost
const { product, stranger } = useProduct("address", async (fresh) => {
  host = await startSharedHost("/media", () => fresh.port)
  await putVideo(fresh.media, "plain", "A Day.mp4")
  await addMovies(fresh)
  await eventually(
    "the scan begins",
    async () => (await fresh.videoId("A Day").catch(() => "")) !== "",
    60_000
  )
  await fresh.isScanned()
})
afterAll(() => host?.stop())

const startAt = async (environment: Readonly<Record<string, string>>): Promise<void> => {
  await product().stop()
  await product().run(environment)
}

const signIn = async (page: Page): Promise<void> => {
  await page.getByLabel("Username").fill(admin.username)
  await page.getByLabel("Password", { exact: true }).fill(admin.password)
  await page.getByRole("button", { name: "Sign in" }).click()
}

const openSockets = (page: Page): Array<string> => {
  const sockets: Array<string> = []
  page.on("websocket", (socket) => sockets.push(socket.url()))
  return sockets
}

/**
 * Uses every part of the app that depends on the public address: pages, chunks, pictures, both players, the live
 * connection and reloads.
 */
const usesAll = async (page: Page, app: string, title: string): Promise<void> => {
  const id = await product().videoId(title)
  await page.goto(`${app}/videos`)
  await page.waitForURL(`${app}/login?next=/videos`)
  await signIn(page)
  await page.waitForURL(`${app}/videos`)
  await page.getByRole("link", { name: title, exact: true }).first().waitFor()
  const width = (): Promise<number> =>
    page.evaluate("document.querySelector('article img')?.naturalWidth ?? 0")
  await expect.poll(width).toBeGreaterThan(0)

  const renamed = `${title}!`
  await product().data("PATCH", `/api/videos/${id}`, { title: renamed })
  await page.getByRole("link", { name: renamed, exact: true }).first().waitFor()
  await product().data("PATCH", `/api/videos/${id}`, { title })
  await page.getByRole("link", { name: title, exact: true }).first().click()
  await page.waitForURL(`${app}/videos/${id}`)
  await page.reload()
  await page.getByRole("heading", { level: 1, name: title }).waitFor()

  for (const mode of ["direct", "auto"]) {
    await page.evaluate(`sessionStorage.setItem("playback-mode", "${mode}")`)
    await page.goto(`${app}/watch/${id}`)
    await plays(page)
  }
}

describe("below a path that the host shares with other programs", () => {
  it.each([false, true])("works if the proxy removes the path from requests: %s", async (takesPathAway) => {
    if (!takesPathAway) await startAt({ PUBLIC_APP_URL: `${host.origin}/media/` })
    host.takesPathAway = takesPathAway
    const { context, page } = await stranger({ baseURL: host.origin })
    const sockets = openSockets(page)
    await usesAll(page, `${host.origin}/media`, "A Day")
    expect(new Set(sockets)).toEqual(new Set([`${host.origin.replace("http", "ws")}/media/api/live`]))
    expect(await context.cookies()).toMatchObject([{ name: "media-session", path: "/media" }])
    expect(host.strays).toEqual([])
  })

  it("serves the app at the root of the server itself", async () => {
    const { page } = await stranger()
    await page.goto("/admin/libraries")
    await page.waitForURL(/:\d+\/login\?next=\/admin\/libraries$/)
    await signIn(page)
    await page.waitForURL(/:\d+\/admin\/libraries$/)
    await page.getByText("Movies").first().waitFor()
  })
})

it("works with the API on another origin", async () => {
  host.takesPathAway = false
  const api = `${product().origin}/lib/api`
  await startAt({ PUBLIC_APP_URL: `${host.origin}/media`, PUBLIC_API_URL: api })
  const { page } = await stranger({ baseURL: host.origin })
  const sockets = openSockets(page)
  const asked: Array<string> = []
  page.on("request", (request) => asked.push(request.url()))
  await usesAll(page, `${host.origin}/media`, "A Day")
  expect(new Set(sockets)).toEqual(new Set([`${api.replace("http", "ws")}/live`]))
  expect(asked.filter((url) => url.includes("/api/") && !url.startsWith(api))).toEqual([])
  expect(host.strays).toEqual([])
})
