import { kinds } from "@media/features/generated/kinds"
import { expect, it } from "vitest"
import { routes as all } from "@/app/router"
import { allKinds } from "./kinds"

it("gives every kind its own routes, shortcut and position", () => {
  const inWords = (kind: string, contents: string) => `${kind} in ${contents}`
  expect(allKinds.map(({ contents, kind }) => inWords(kind, contents)).sort()).toEqual(
    kinds.map(({ contents, kind }) => inWords(kind, contents)).sort()
  )
  const each: ReadonlyArray<ReadonlyArray<string | number>> = [
    allKinds.flatMap(({ routes }) => [routes.list, routes.detail]),
    allKinds.map(({ key }) => key),
    allKinds.map(({ position }) => position)
  ]
  for (const distinct of each) expect(new Set(distinct).size).toBe(distinct.length)
  const names = all.map(({ name }) => name)
  for (const { routes } of allKinds)
    expect(names).toEqual(expect.arrayContaining([routes.list, routes.detail]))
})
