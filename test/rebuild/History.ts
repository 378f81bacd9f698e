import { accountSteps } from "./accountSteps.ts"
import { fingerprintSteps } from "./fingerprintSteps.ts"
import { groupSteps } from "./groupSteps.ts"
import { itemSteps } from "./itemSteps.ts"
import { librarySteps } from "./librarySteps.ts"
import { makeWorld, type Random, type Step, type Store } from "./World.ts"

/** Random changes of everything there is, by the commands a user, a scan or a job gives. */
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
    ...accountSteps(world),
    ...fingerprintSteps(world)
  ]
  // What a step meets may be gone by then, which is an answer like any other.
  const step = () =>
    random
      .oneOf(steps)()
      .then(
        () => undefined,
        () => undefined
      )
  return { begin, step }
}
