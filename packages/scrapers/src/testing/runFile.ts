import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { ActionQuery } from "../address.ts"
import { readDefinition } from "../definition/readDefinition.ts"
import { changeHere, readHere, selectHere } from "../localTools.ts"
import { runAction } from "../runAction.ts"
import { ScrapeFailed } from "../ScrapeFailed.ts"
import { ScraperTools } from "../ScraperTools.ts"

const tools = {
  read: readHere,
  select: selectHere,
  change: changeHere,
  javascript: () => Effect.succeed({})
}

/**
 * Runs an action of a scraper definition. `pages` contains the text of each page that the action may fetch, keyed by
 * URL. Throws if the definition has problems.
 */
export const runFile = async (
  file: string,
  key: string,
  query: ActionQuery,
  pages: Readonly<Record<string, string>>
) => {
  const { actions, problems } = Either.getOrThrow(readDefinition("harbor", file))
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(" "))
  const found = runAction(
    actions.find((action) => action.key === key)!,
    query,
    (url) => {
      const text = pages[url]
      return text === undefined
        ? new ScrapeFailed({ code: "fetch", reason: `The page ${url} is not part of the test.` })
        : Effect.succeed({ url, bytes: Buffer.from(text), type: "text/html; charset=utf-8" })
    }
  ).pipe(Effect.provideService(ScraperTools, tools))
  return Effect.runPromise(found)
}
/** Returns related objects with these names, as an action returns them. */
export const named = (...names: ReadonlyArray<string>) => names.map((Name) => ({ fields: { Name } }))
