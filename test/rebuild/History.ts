import { accountSteps } from "./accountSteps.ts"
import { bookmarkSteps } from "./bookmarkSteps.ts"
import { collectionSteps } from "./collectionSteps.ts"
import { fingerprintSteps } from "./fingerprintSteps.ts"
import { groupSteps } from "./groupSteps.ts"
import { itemSteps } from "./itemSteps.ts"
import { librarySteps } from "./librarySteps.ts"
import { pluginSteps } from "./pluginSteps.ts"
import { makeWorld, type Random, type Step, type Store } from "./World.ts"
import { relatedSteps } from "./relatedSteps.ts"
import { requestSteps } from "./requestSteps.ts"
import { reviewSteps } from "./reviewSteps.ts"
import { ruleSteps } from "./ruleSteps.ts"
import { seriesSteps } from "./seriesSteps.ts"
import { viewSteps } from "./viewSteps.ts"

/** Returns a history of random changes of every kind, made with the commands of users, scans and jobs. */
export const makeHistory = (store: Store, random: Random) => {
  const world = makeWorld(store, random)
  const { accounts, begin, newAccount, newLibrary, newVideos } = world
  const steps: ReadonlyArray<Step> = [
    newLibrary,
    newVideos,
    newVideos,
    () => (accounts.length < 4 ? newAccount() : Promise.resolve()),
    ...librarySteps(world),
    ...itemSteps(world),
    ...groupSteps(world),
    ...seriesSteps(world),
    ...accountSteps(world),
    ...bookmarkSteps(world),
    ...viewSteps(world),
    ...ruleSteps(world),
    ...reviewSteps(world),
    ...collectionSteps(world),
    ...requestSteps(world),
    ...pluginSteps(world),
    ...relatedSteps(world),
    ...fingerprintSteps(world)
  ]
  // Each round contains every step once, in random order, so that a history omits no kind of step.
  const round: Array<Step> = []
  const next = () => {
    if (round.length === 0) round.push(...steps)
    return round.splice(random.below(round.length), 1)[0]!
  }
  // Steps may fail, for example because an earlier step deleted their target. All failures are ignored.
  const step = () =>
    next()().then(
      () => undefined,
      () => undefined
    )
  return { begin, step }
}
