import { EventStore } from "@media/event-store/EventStore"
import { removeLibrary } from "@media/features/library/libraries/commands"
import { forgetOrphans } from "@media/features/library/libraries/orphans"
import { changeSettings } from "@media/features/platform/settings/commands"
import { clearKind } from "@media/features/library/storage/commands"
import { gateDecider } from "@media/features/platform/system/decider"
import { GATES_STREAM } from "@media/features/platform/system/events"
import { uuidv7 } from "@media/kernel/Ids"
import * as Effect from "effect/Effect"
import type { Step, World } from "./World.ts"

/** Returns the steps of administrators. */
export const librarySteps = ({
  store,
  random,
  accounts,
  libraries,
  libraryLater,
  principal,
  root
}: World): ReadonlyArray<Step> => [
  () =>
    random.oneOf([
      () => libraryLater(() => ({ _tag: "library.renamed.v1", name: `M${random.below(50)}` })),
      () => libraryLater(() => ({ _tag: "library.nsfw-changed.v1", isNsfw: random.below(2) === 0 })),
      () =>
        libraryLater(({ rootId }) => ({
          _tag: "library.contents-changed.v1",
          contents: ["videos", "books"],
          roots: [root(rootId)]
        })),
      () =>
        libraryLater(() => ({
          _tag: "library.videos-as-changed.v1",
          videosAs: random.oneOf(["movies", "series", "videos"])
        })),
      () =>
        libraryLater(() => ({
          _tag: "library.write-nfo-changed.v1",
          writeNfo: random.oneOf(["off", "create", "update"])
        })),
      () =>
        libraryLater(() => ({
          _tag: "library.nfo-watched-changed.v1",
          accountId: random.oneOf([null, ...accounts])
        })),
      () => libraryLater(() => ({ _tag: "library.root-added.v1", root: root(uuidv7()) })),
      () => libraryLater(({ rootId }) => ({ _tag: "library.root-changed.v1", root: root(rootId) }))
    ])(),
  () =>
    random.below(4) === 0
      ? libraryLater(({ rootId }) => ({ _tag: "library.root-removed.v1", rootId, path: "/nowhere" }) as never)
      : Promise.resolve(),
  () =>
    store.run(
      Effect.flatMap(EventStore, (events) =>
        events.execute({
          streamId: GATES_STREAM,
          decider: gateDecider,
          command: random.oneOf([
            { _tag: "Skip" as const, gateIds: ["a", "b"] },
            { _tag: "Accept" as const, gate: { id: random.oneOf(["b", "c"]), title: "Gate" } }
          ]),
          meta: { actor: random.oneOf(accounts) }
        })
      )
    ),
  () =>
    store.run(
      changeSettings(principal(), {
        trickplay_quality: 1 + random.below(5),
        background_worker_concurrency: 1 + random.below(16),
        metadata_storage_dedicated: random.below(2) === 0
      })
    ),
  () => store.run(clearKind(principal(), { kind: random.oneOf(["posters", "sheets", "clips", "hls"]) })),
  () =>
    random.below(4) === 0
      ? store.run(removeLibrary(principal(), random.oneOf(libraries).id))
      : Promise.resolve(),
  () => store.run(forgetOrphans(random.oneOf(libraries).id))
]
