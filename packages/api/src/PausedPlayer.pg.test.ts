import { makeVideo } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { writeFile } from "node:fs/promises"
import { connect, type Socket } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

const fileBytes = 40_000_000
let server: TestServer
beforeAll(async () => {
  const limits = { answerMillis: 1_500, sweepMillis: 50, stalledMillis: 300, stalledPerSession: 2 }
  server = await startTestServer({ limits })
})
afterAll(() => server.stop())

/** Starts a download and stops reading as soon as the response begins, as a paused video player does. */
const player = (target: string, token: string) =>
  new Promise<{ readonly socket: Socket; readonly heard: () => number }>((resolve) => {
    let length = 0
    const socket = connect(server.port, "127.0.0.1", () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    )
    socket.on("error", () => undefined)
    socket.on("data", (chunk) => {
      if (length === 0) {
        socket.pause()
        resolve({ socket, heard: () => length })
      }
      length += chunk.length
    })
  })

it("disconnects the oldest paused player if a session has more than two", async () => {
  const { token } = await server.setup()
  await writeFile(join(server.media, "video.mp4"), Buffer.alloc(fileBytes))
  const { json } = await server.request("POST", "/api/libraries", {
    token,
    body: { name: "Videos", contents: ["videos"], roots: [{ path: server.media }] }
  })
  const { id: libraryId, roots } = json.data
  const id = await makeVideo(server, { libraryId, rootId: roots[0].id, path: "video.mp4" })
  const target = `/api/video-stream/${id}/source`
  const players = []
  for (let n = 0; n < 3; n += 1) players.push(await player(target, token))
  await new Promise((resolve) => setTimeout(resolve, 3_500))
  for (const { socket } of players) socket.resume()
  for (const { heard } of players.slice(1)) await expect.poll(heard).toBeGreaterThan(fileBytes)
  expect(players[0]!.heard()).toBeLessThan(fileBytes)
})
