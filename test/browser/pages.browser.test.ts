import { describe, expect, it } from "vitest"
import { lightViolations } from "./support/Axe.ts"
import type { Device } from "./support/Browser.ts"
import { everyPage, fillEverything, routePaths, unvisited, type EveryPage } from "./support/EveryPage.ts"
import { judgePage, widths } from "./support/Judge.ts"
import { openings } from "./support/Openings.ts"
import { COUNT_SHIFTS, shiftOf, titlePosition } from "./support/Rest.ts"
import { useProduct } from "./support/Scenario.ts"

let every: EveryPage
const { device, stranger } = useProduct("pages", async (fresh) => {
  every = await everyPage(fresh, await fillEverything(fresh))
})

/**
 * Maximum layout shift, as in frame.browser.test.ts. We measured at most 0.017. A loaded machine once moved a list by
 * 0.07.
 */
const MOST_SHIFT = 0.02
/** Time limit. The test took 80 s on two quiet cores. */
const timeout = 900_000
/**
 * Maximum number of attempts to open a page. A layout shift counts as caused by the page only if it occurs in each
 * attempt.
 */
const OPENINGS = 3

const judge = async ({ page }: Device, route: string): Promise<ReadonlyArray<string>> => {
  await page.goto(route)
  const problems = await judgePage(page)
  let { moved, shift } = await shiftOf(page)
  for (let n = 1; n < OPENINGS && shift > MOST_SHIFT; n += 1) {
    await page.goto(route)
    await judgePage(page)
    ;({ moved, shift } = await shiftOf(page))
  }
  const inLight = await lightViolations(page)
  return [
    ...[...problems, ...inLight],
    ...(shift > MOST_SHIFT ? [`it moved by ${shift}: ${moved.join(", ")}`] : [])
  ].map((each) => `${route}: ${each}`)
}

it("visits every route of the web app", () => {
  const { bare, framed, signedOut } = every
  expect(unvisited(routePaths(), [...bare, ...framed, ...signedOut])).toEqual([])
})

describe.each([1440, 390] as const)("every page at %i px", (width) => {
  const options = { ...widths[width], colorScheme: "dark", reducedMotion: "reduce" } as const

  it("meets the layout and accessibility rules in both themes", { timeout }, async () => {
    const visitor = await stranger(options)
    await visitor.context.addInitScript({ content: COUNT_SHIFTS })
    const problems: Array<string> = []
    for (const route of every.signedOut) problems.push(...(await judge(visitor, route)))
    const viewer = await device(undefined, options)
    await viewer.context.addInitScript({ content: COUNT_SHIFTS })
    for (const route of every.bare) problems.push(...(await judge(viewer, route)))
    const positions = new Map<string, Array<string>>()
    for (const route of every.framed) {
      problems.push(...(await judge(viewer, route)))
      const position = await titlePosition(viewer.page)
      positions.set(position, [...(positions.get(position) ?? []), route])
    }
    expect(problems).toEqual([])
    positions.delete("hero")
    expect([...positions.keys()], JSON.stringify([...positions])).toHaveLength(1)
  })

  it("is accessible with each of its popups in both themes", { timeout }, async () => {
    const { page } = await device(undefined, options)
    const problems: Array<string> = []
    for (const { at, name, only, open } of openings(every.video)) {
      if (only !== undefined && only !== width) continue
      await page.goto(at)
      try {
        await open(page)
      } catch (cause) {
        throw new Error(`${name}, at ${at}`, { cause })
      }
      const found = [...(await judgePage(page)), ...(await lightViolations(page))]
      problems.push(...found.map((problem) => `${name}: ${problem}`))
    }
    expect(problems).toEqual([])
  })
})
