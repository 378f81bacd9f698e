import { describe, expect, it } from "vitest"
import { withoutBars } from "./BlackBars.ts"
import { barred, dim, landscape, paint } from "./testing/MadeFrames.ts"

const night = dim(landscape, 0.09)
const frames = (...of: ReadonlyArray<Parameters<typeof paint>[0]>) => of.map((each) => paint(each))

describe("black bars", () => {
  it("crops black bars at the top and bottom, including their blurred edge", () => {
    expect(withoutBars(frames(barred(landscape, 22), barred(dim(landscape, 0.6), 22)))).toEqual({
      left: 0,
      top: 24,
      width: 320,
      height: 132
    })
  })

  it("crops black bars at the sides and on all four edges", () => {
    expect(withoutBars(frames(barred(landscape, 0, 40)))).toEqual({
      left: 42,
      top: 0,
      width: 236,
      height: 180
    })
    expect(withoutBars(frames(barred(landscape, 20, 40)))).toEqual({
      left: 42,
      top: 22,
      width: 236,
      height: 136
    })
  })

  it("ignores dark frames when it detects bars", () => {
    const box = withoutBars(frames(() => [0, 0, 0], barred(landscape, 22)))
    expect(box).toMatchObject({ top: 24, height: 132 })
  })
})

describe("frames without black bars", () => {
  /** Paints a lamp at night: dark at the top and bottom, bright in the middle. */
  const vignette = (x: number, y: number) => dim(landscape, Math.max(0, 1 - Math.abs(y - 90) / 80))(x, y)
  const ceiling = (x: number, y: number) => (y < 30 ? ([2, 2, 2] as const) : landscape(x, y))
  const subtitled = (x: number, y: number) =>
    y > 165 && y < 172 && x > 100 && x < 220 && x % 4 < 2
      ? ([240, 240, 240] as const)
      : barred(landscape, 22)(x, y)

  it.each([
    ["a whole picture", [landscape]],
    ["a dark scene", [night, dim(landscape, 0.12)]],
    ["nothing but black", [() => [0, 0, 0] as const]],
    ["a light that fades", [vignette]],
    ["a dark ceiling without a floor", [ceiling, ceiling]],
    ["bars in one shot alone", [barred(landscape, 22), landscape]],
    ["a subtitle in the bar", [subtitled, subtitled]],
    ["a thin line at the edge", [barred(landscape, 1)]],
    ["half of the frame", [barred(landscape, 80)]]
  ])("does not crop %s", (_name, of) => {
    expect(withoutBars(frames(...of))).toBeUndefined()
  })

  it.each([2, 4, 6, 8, 10, 12, 14, 20, 40])("keeps at least a fifth of a frame with %i lines", (height) => {
    for (let bar = 1; bar < height / 2; bar += 1) {
      const lines = (_x: number, y: number) =>
        y < bar || y >= height - bar ? ([0, 0, 0] as const) : ([220, 220, 220] as const)
      const [wide, high] = [paint(lines, 64, height), paint((x, y) => lines(y, x), height, 64)]
      const [rows, columns] = [withoutBars([wide]), withoutBars([high])]
      expect(rows?.height ?? height).toBeGreaterThanOrEqual(height * 0.2)
      expect(columns?.width ?? height).toBeGreaterThanOrEqual(height * 0.2)
    }
  })

  it("crops nothing if there are no frames", () => {
    expect(withoutBars([])).toBeUndefined()
  })
})
