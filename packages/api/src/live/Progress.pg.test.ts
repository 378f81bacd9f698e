import type { Delta } from "@media/features/app/operations/live-protocol"
import { openLive } from "@media/testkit/LiveClient"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

it("sends a user's playback progress to the user's other devices, but not to other users", async () => {
  const admin = (await server.setup()).token
  const libraryId = await makeLibrary(server, { name: "All" })
  const id = await makeItem(server, { kind: "video", libraryId, path: "a.mp4", title: "A" })
  await server.rows("update items set duration = 1000 where id = $1", [id])
  const member = (await server.account({ username: "member", role: "member", libraryIds: [libraryId] })).token
  const windows = [member, member, admin].map((token) => openLive(server.origin, { token }))
  await Promise.all(windows.map((window) => window.hello()))
  const [first, second, others] = windows
  const heard = (window: typeof first) =>
    (window!.received as ReadonlyArray<Delta>).filter(({ own }) => own?.["user-items"]?.ids.includes(id))
      .length
  const report = (position: number) =>
    server.request("PUT", `/api/videos/${id}/progress`, { token: member, body: { position } })
  try {
    for (const position of [400, 410, 420, 430]) expect((await report(position)).status).toBe(200)
    await eventually(() => heard(first) === 1 && heard(second) === 1)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect([heard(first), heard(second)]).toEqual([1, 1])
    await server.rows("update user_progress set told_at = told_at - interval '31 seconds'")
    await report(440)
    await eventually(() => heard(first) === 2)
    await report(990)
    await eventually(() => heard(first) >= 3 && heard(second) >= 3)
    expect(JSON.stringify(others!.received)).not.toContain("user-items")
  } finally {
    for (const window of windows) window.close()
  }
})
