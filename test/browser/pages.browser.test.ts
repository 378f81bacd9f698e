import { describe, expect, it } from "vitest"
import { type Rules, rulesOf } from "./support/Axe.ts"
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

/** The limit of frame.browser.test.ts; measured at most 0.017. A loaded machine once moved a list by 0.07. */
const MOST_SHIFT = 0.02
/** A shift that occurs at every opening is caused by the page. */
const OPENINGS = 3

const judge = async ({ page }: Device, route: string, rules: Rules): Promise<ReadonlyArray<string>> => {
  await page.goto(route)
  const problems = await judgePage(page, rules)
  let { moved, shift } = await shiftOf(page)
  for (let n = 1; n < OPENINGS && shift > MOST_SHIFT; n += 1) {
    await page.goto(route)
    await judgePage(page, rules)
    ;({ moved, shift } = await shiftOf(page))
  }
  return [...problems, ...(shift > MOST_SHIFT ? [`it moved by ${shift}: ${moved.join(", ")}`] : [])].map(
    (each) => `${route}: ${each}`
  )
}

it("include every route of the web app", () => {
  const { bare, framed, signedOut } = every
  expect(unvisited(routePaths(), [...bare, ...framed, ...signedOut])).toEqual([])
})

describe.each(["dark", "light"] as const)("every page, %s", (colorScheme) => {
  const rules = rulesOf(colorScheme)
  const optionsOf = (width: 1440 | 390) => ({
    ...widths[width],
    colorScheme,
    reducedMotion: "reduce" as const
  })

  it.each([1440, 390] as const)(
    "is accessible, fits, has few layout shifts and a title in place at %i px",
    async (width) => {
      const visitor = await stranger(optionsOf(width))
      await visitor.context.addInitScript({ content: COUNT_SHIFTS })
      const problems: Array<string> = []
      for (const route of every.signedOut) problems.push(...(await judge(visitor, route, rules)))
      const viewer = await device(undefined, optionsOf(width))
      await viewer.context.addInitScript({ content: COUNT_SHIFTS })
      for (const route of every.bare) problems.push(...(await judge(viewer, route, rules)))
      const positions = new Map<string, Array<string>>()
      for (const route of every.framed) {
        problems.push(...(await judge(viewer, route, rules)))
        const position = await titlePosition(viewer.page)
        positions.set(position, [...(positions.get(position) ?? []), route])
      }
      expect(problems).toEqual([])
      positions.delete("hero")
      expect([...positions.keys()], JSON.stringify([...positions])).toHaveLength(1)
    }
  )

  it.each([1440, 390] as const)("is accessible with each of its popups at %i px", async (width) => {
    const { page } = await device(undefined, optionsOf(width))
    const problems: Array<string> = []
    for (const { at, name, only, open } of openings(every.video)) {
      if (only !== undefined && only !== width) continue
      await page.goto(at)
      try {
        await open(page)
      } catch (cause) {
        throw new Error(`${name}, at ${at}`, { cause })
      }
      problems.push(...(await judgePage(page, rules)).map((problem) => `${name}: ${problem}`))
    }
    expect(problems).toEqual([])
  })
})
