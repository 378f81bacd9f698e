import { expect, it } from "vitest"
import { advisoryOf } from "./KnownHoles.ts"

it.each(["5.1.9-0+deb12u1", "n7.1", "8.1.1", "8.0.9", "4.4.10"])(
  "warns about the known vulnerability of %s",
  (version) => {
    expect(advisoryOf(version)).toContain("CVE-2026-8461")
  }
)

it.each(["8.1.2", "8.2", "9.0", "n8.1.2-20-g0e8eb07980", "N-47683-g0e8eb07980-static", ""])(
  "does not warn about %j",
  (version) => {
    expect(advisoryOf(version)).toBeUndefined()
  }
)
