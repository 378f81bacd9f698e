import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { launch, unsearchableAncestor } from "./RunAs.ts"

const account = { uid: 65534, gid: 65534 }

it("finds the parent folder that the account is not allowed to enter", () => {
  const base = fs.mkdtempSync(join(tmpdir(), "media-reach-"))
  fs.mkdirSync(join(base, "closed/open"), { recursive: true })
  fs.chmodSync(base, 0o755)
  fs.chmodSync(join(base, "closed"), 0o700)
  expect(unsearchableAncestor(join(base, "closed/open/file"), account)).toBe(join(base, "closed"))
  expect(unsearchableAncestor(join(base, "closed"), account)).toBeUndefined()
  fs.rmSync(base, { recursive: true })
})

it("lets Node switch to the account if setpriv is missing", () => {
  const plan = launch({ account, capability: undefined, setpriv: false }, "postgres", ["-D", "/data"], true)
  expect(plan).toEqual({ file: "postgres", args: ["-D", "/data"], options: account })
})

it("uses setpriv to switch to the account and grant a capability", () => {
  const { args, file, options } = launch(
    { account, capability: "dac_read_search", setpriv: true },
    "postgres",
    ["-D", "/data"],
    true
  )
  expect([file, options]).toEqual(["setpriv", {}])
  expect(args.join(" ")).toBe(
    "--reuid 65534 --regid 65534 --clear-groups --inh-caps +dac_read_search --ambient-caps +dac_read_search" +
      " --securebits +no_setuid_fixup" +
      " --pdeathsig INT -- postgres -D /data"
  )
})
