import { updateItem } from "@media/features/catalog/items/commands"
import { changeUserState } from "@media/features/catalog/user-items/commands"
import { bookStep } from "./bookSteps.ts"
import { audioProbed } from "./audioProbed.ts"
import { markerStep } from "./markerSteps.ts"
import { subtitleStep } from "./subtitleSteps.ts"
import { previewStep } from "./previewSteps.ts"
import { trashStep } from "./trashSteps.ts"
import type { Step, World } from "./World.ts"

/** Returns the steps in which scans, jobs and users change items. */
export const itemSteps = (world: World): ReadonlyArray<Step> => {
  const { store, random, libraries, videos, file, item, later, principal } = world
  return [
    () =>
      later({
        _tag: "item.file-changed.v1",
        kind: "video",
        size: random.below(1e9),
        mtimeMs: random.below(1e9)
      } as never),
    () => later({ _tag: "item.file-missing.v1", reason: "gone" }),
    () => later({ _tag: "item.file-found.v1" }),
    () =>
      later({
        _tag: "item.file-moved.v1",
        libraryId: random.oneOf(libraries).id,
        rootId: random.oneOf(libraries).rootId,
        ...file()
      } as never),
    () =>
      later({ _tag: "item.probe-failed.v1", size: 1, mtimeMs: 1, reason: "Moov atom not found" } as never),
    () =>
      random.oneOf([
        () => item({ _tag: "Restamp", size: random.below(1e9), mtimeMs: random.below(1e9) }),
        () => later({ _tag: "item.probe-deferred.v1", reason: "No permission", ctimeMs: 7 } as never),
        () => later({ _tag: "item.probe-requested.v1" }),
        () =>
          later({ _tag: "video.playback-failed.v1", size: 1, mtimeMs: 1, reason: "It ends early" } as never),
        () => later({ _tag: "video.playback-restored.v1" })
      ])(),
    () =>
      random.oneOf([
        () =>
          later({
            _tag: "picture.role-set.v1",
            role: random.oneOf(["backdrop", "logo"]),
            source: random.oneOf(["user", "file", "scrape"]),
            picture: random.oneOf([
              null,
              {
                version: `r${random.below(99)}`,
                width: 1280,
                height: 720,
                thumbHash: "1QcSHQRnh493V4dIh4eXh1h4kJUI"
              }
            ])
          } as never),
        () =>
          later({
            _tag: "picture.made.v1",
            size: 1,
            mtimeMs: random.below(9),
            version: `v${random.below(99)}`,
            width: 1280,
            height: 720,
            thumbHash: "1QcSHQRnh493V4dIh4eXh1h4kJUI"
          } as never),
        () =>
          later({
            _tag: "image.examined.v1",
            size: 1,
            mtimeMs: 1,
            format: "jpeg",
            width: 4_000 + random.below(9),
            height: 3_000,
            frames: 1,
            takenAt: random.oneOf([null, "2024-05-31T12:30:05"]),
            camera: random.oneOf([null, "Canon EOS 5D"]),
            lens: null,
            exposureSeconds: 0.004,
            aperture: 2.8,
            iso: 100,
            focalLength: null,
            latitude: null,
            longitude: null
          } as never),
        () => later({ _tag: "picture.failed.v1", size: 1, mtimeMs: 1, reason: "It shows nothing" } as never),
        () =>
          later({
            _tag: "picture.chosen.v1",
            choice: random.oneOf([
              { from: "frame", seconds: random.next() * 9 },
              { from: "upload", digest: `d${random.below(9)}` }
            ])
          } as never),
        () => later({ _tag: "picture.reset.v1" })
      ])(),
    () => previewStep(world),
    () =>
      later({
        _tag: "video.probed.v1",
        size: 1,
        mtimeMs: 1,
        duration: random.next() * 9_000,
        width: 1920,
        height: 1080,
        frameRate: 24_000 / 1_001,
        bitRate: random.below(1e8),
        container: "matroska",
        videoCodec: "h264",
        audioCodec: null,
        oshash: "0123456789abcdef",
        facts: { any: ["thing", random.below(9)] }
      } as never),
    bookStep(world),
    () => later(audioProbed(random.below(99))),
    () => later({ _tag: "audio.decoded.v1", size: 1, mtimeMs: 1, seconds: random.below(99) } as never),
    markerStep(world),
    () => subtitleStep(world),
    () => trashStep(world),
    () =>
      item({
        _tag: "Edit",
        changes: { title: `An ${random.below(9)}`, isNsfw: random.below(2) === 0, date: null, details: "x" }
      }),
    () =>
      random.oneOf([
        () =>
          item({
            _tag: "State",
            source: random.oneOf(["nfo", "scrape", "tags", "name"] as const),
            ref: `movie ${random.below(3)}.nfo`,
            values: random.oneOf([
              {},
              { title: `The Stated ${random.below(9)}`, tagline: "So it goes" },
              { date: "1999-05-31", details: `Plot ${random.below(9)}`, sortTitle: "Zed" },
              { externalIds: { imdb: "tt0133093" }, communityRating: random.below(100), tags: ["One"] }
            ])
          }),
        () => item({ _tag: "Unlock", fields: ["title", "date", "details"] })
      ])(),
    () =>
      store.run(
        changeUserState(principal(), random.oneOf(videos), {
          _tag: "SetFavorite",
          isFavorite: random.below(2) === 0
        })
      ),
    () =>
      store.run(
        changeUserState(
          principal(),
          random.oneOf(videos),
          random.oneOf([
            { _tag: "FinishViewing" },
            { _tag: "SetWatched", isWatched: random.below(2) === 0 }
          ] as const)
        )
      ),
    () =>
      store.run(
        updateItem(principal(), random.oneOf(videos), {
          rating: random.below(3) === 0 ? null : random.below(101),
          isOrganized: random.below(2) === 0
        })
      )
  ]
}
