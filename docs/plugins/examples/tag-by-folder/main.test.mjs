import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { createServer } from "node:http"
import { test } from "node:test"

// Runs the plugin in the same way as the media server, with a small HTTP server in place of its API.
const run = async (videos, input) => {
  const edits = []
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    if (request.method === "PATCH") edits.push(JSON.parse(body))
    const one = videos.find(({ id }) => request.url === `/items/${id}`)
    const data = request.method === "PATCH" ? { changed: 1 } : (one ?? { items: videos, next: null })
    const isUnknown = request.url.startsWith("/items/") && !one
    response.statusCode = isUnknown ? 404 : 200
    response.end(JSON.stringify(isUnknown ? { error: { message: "Unknown item" } } : { data }))
  })
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
  const api = { url: `http://127.0.0.1:${server.address().port}`, token: "test" }
  const child = spawn(process.execPath, ["main.mjs"], { cwd: import.meta.dirname })
  child.stdin.end(JSON.stringify({ api, args: {}, settings: {}, ...input }))
  let output = ""
  for await (const chunk of child.stdout) output += chunk
  server.close()
  return { edits, ...JSON.parse(output) }
}

const videos = [
  { id: "1", path: "/media/Noir/a.mp4", tags: [] },
  { id: "2", path: "/media/Noir/b.mp4", tags: ["Noir"] },
  { id: "3", path: "/media/Incoming/c.mp4", tags: [] }
]

test("tags every video that does not have the tag of its folder yet", async () => {
  const { edits, output } = await run(videos, { settings: { ignored: "incoming" } })
  assert.deepEqual(edits, [{ ids: ["1"], changes: { tags: { add: ["Noir"] } } }])
  assert.equal(output, "1 of 3 videos have a new tag.")
})

test("tags only the new videos when run as a hook", async () => {
  const hookContexts = ["3", "removed"].map((id) => ({ id, type: "Scene.Create.Post" }))
  const { edits } = await run(videos, { args: { hookContexts } })
  assert.deepEqual(edits, [{ ids: ["3"], changes: { tags: { add: ["Incoming"] } } }])
})
