import { liveChildren } from "@media/children/LiveChildren"
import { makeTunnel, Tunnel } from "@media/egress/Tunnel"
import { liveSandbox } from "@media/sandbox/LiveSandbox"
import { inspectMachine } from "@media/sandbox/Machine"
import { Sandbox } from "@media/sandbox/Sandbox"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ActionQuery } from "../address.ts"
import type { Action } from "../definition/Definition.ts"
import { Trace } from "../Trace.ts"
import { runScript } from "./runScript.ts"
import { scriptHosts } from "./scriptHosts.ts"
import { scriptResult } from "./scriptResult.ts"

const root = mkdtempSync(join(tmpdir(), "scripts-"))
const folder = join(root, "Harbor files")
const tunnel = Layer.succeed(Tunnel, makeTunnel({ allowed: [], resolve: () => Effect.succeed([]) }))
const runtime = ManagedRuntime.make(liveSandbox().pipe(Layer.provide(Layer.merge(liveChildren, tunnel))))
const { level } = await runtime.runPromise(Effect.flatMap(Sandbox, (sandbox) => sandbox.level))
const canRun = level >= 2 && inspectMachine().python !== undefined

const action = (script: ReadonlyArray<string>, input: Action["input"] = "url"): Action => ({
  ...{ key: "sceneByURL", kind: "scene", input, engine: "script", scraper: undefined, script },
  ...{ urls: ["harbor.test/boat"], queryUrl: "", queryUrlReplace: {}, problems: [] }
})
const ran = async (used: Action, query: ActionQuery, folders = { root, folder }) => {
  const trace = new Trace()
  const definition = { actions: [used], requires: ["py_common", "..", "missing"] }
  const answer = await runtime.runPromise(Effect.either(runScript(definition, used, query, folders, trace)))
  return { answer, trace: trace.entries }
}

const CODE = `
import json, os, sys
sys.path.append(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
from py_common import words
asked = json.load(sys.stdin)
sys.stderr.write("\\x01i\\x02asked\\n")
print(json.dumps({"title": words.shout(asked["url"]), "date": "2019-03-04", "urls": [asked["url"]],
  "image": None, "duration": 12, "unknown": {"a": 1}, "studio": {"name": os.environ.get("HTTPS_PROXY", "")},
  "performers": [{"name": "Mia", "eye_color": "green"}, {}, "no"], "tags": [{"name": sys.argv[1]}]}))
`

beforeAll(() => {
  for (const name of [folder, join(root, "py_common"), join(root, "other")]) mkdirSync(name)
  writeFileSync(join(root, "other/config.py"), "key = 'of another package'")
  writeFileSync(join(root, "py_common/__init__.py"), "")
  writeFileSync(join(root, "py_common/words.py"), "def shout(text): return text.upper()")
  writeFileSync(join(folder, "boat.py"), CODE)
  writeFileSync(join(folder, "peek.py"), "print(open('/scrapers/other/config.py').read())")
  writeFileSync(join(folder, "text.py"), "print('no result')")
})
afterAll(async () => {
  await runtime.dispose()
  rmSync(root, { recursive: true, force: true })
})

describe.skipIf(!canRun)("a script", () => {
  const query = { by: "url", url: "https://harbor.test/boat/1" } as const

  it("receives JSON on stdin, can import required packages and returns JSON", async () => {
    const { answer, trace } = await ran(action(["python", "boat.py", "--fast"]), query)
    expect(answer).toMatchObject({
      right: [
        {
          fields: { Title: "HTTPS://HARBOR.TEST/BOAT/1", Date: "2019-03-04" },
          urls: ["https://harbor.test/boat/1"],
          relations: {
            Performers: [{ fields: { Name: "Mia", EyeColor: "green" } }],
            Studio: [{ fields: { Name: "http://127.0.0.1:3128" } }],
            Tags: [{ fields: { Name: "--fast" } }]
          }
        }
      ]
    })
    expect(trace).toEqual([{ is: "warning", field: "script", message: "asked" }])
  })

  it.each([
    ["reads another package", ["python", "peek.py"], folder, "exit code 1"],
    ["prints no JSON", ["python3", "text.py"], folder, "did not print a result"],
    ["is missing", ["python3", "missing.py"], folder, "exit code"],
    ["is no Python file", ["./run"], folder, "not a Python file"],
    ["has no folder of its own", ["python3", "text.py"], root, "its own folder"]
  ])("returns no result if it %s", async (_case, script, own, reason) => {
    const { answer } = await ran(action(script), query, { root, folder: own })
    expect(answer).toMatchObject({ left: { reason: expect.stringContaining(reason) as string } })
  })
})

it("lets a script reach only the hosts in its scraper's URLs, and their subdomains", () => {
  const actions = [
    { urls: ["https://www.harbor.test/boat", "sea.test", "boat/", "localhost"], queryUrl: "" },
    { urls: [], queryUrl: "https://api.sea.test:8080/find?q={}" }
  ]
  expect(scriptHosts(actions)).toEqual([
    "harbor.test",
    "*.harbor.test",
    "sea.test",
    "*.sea.test",
    "api.sea.test",
    "*.api.sea.test"
  ])
})

it("accepts an empty script result, but rejects output that is not JSON", () => {
  for (const text of ["null", "{}", "[]", " ", "[{}]", '"text"', "[[1]]"])
    expect(scriptResult("scene", text), text).toEqual([])
  expect(scriptResult("scene", "{")).toBeUndefined()
  expect(
    scriptResult("performer", '[{"name": "Mia"}, {"name": "Tom", "images": ["https://a.test/1"]}]')
  ).toEqual([
    { fields: { Name: "Mia" }, urls: [], relations: {} },
    { fields: { Name: "Tom", Images: "https://a.test/1" }, urls: [], relations: {} }
  ])
})
