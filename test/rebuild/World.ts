import { EventStore, type StreamAppend } from "@media/event-store/EventStore"
import { createAccount } from "@media/features/identity/accounts/commands"
import { accountDecider, type AccountCommand } from "@media/features/identity/accounts/decider"
import { kinds } from "@media/features/generated/kinds"
import { itemDecider, type ItemCommand } from "@media/features/catalog/items/decider"
import { trashDecider, type TrashCommand } from "@media/features/library/trash/decider"
import type { seeded } from "@media/jobs/testing/Random"
import { uuidv7 } from "@media/kernel/Ids"
import { administrator } from "@media/testkit/Library"
import type { startStore } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"

export type Store = Awaited<ReturnType<typeof startStore>>
export type Random = ReturnType<typeof seeded>
export type World = ReturnType<typeof makeWorld>
export type Step = () => Promise<unknown>

/** Returns the existing objects, and the functions that change them. */
export const makeWorld = (store: Store, random: Random) => {
  const accounts: Array<string> = []
  const libraries: Array<{ readonly id: string; readonly rootId: string }> = []
  const videos: Array<string> = []
  const markers: Array<string> = [uuidv7()]
  const append = (appends: ReadonlyArray<StreamAppend>) =>
    store.run(Effect.flatMap(EventStore, (events) => events.append(appends, { cause: "scan" })))
  const item = (command: ItemCommand) =>
    store.run(
      Effect.flatMap(EventStore, (events) =>
        events.execute({ streamId: random.oneOf(videos), decider: itemDecider, command, meta: {} })
      )
    )
  const trash = (streamId: string, command: TrashCommand) =>
    store.run(
      Effect.flatMap(EventStore, (events) =>
        events.execute({ streamId, decider: trashDecider, command, meta: {} })
      )
    )
  const versionOf = async (id: string) =>
    Number((await store.rows("select count(*) as n from events where stream_id = $1", [id]))[0]!["n"])
  let files = 0
  const file = () => {
    files += 1
    // The number makes the path unique, because two existing videos cannot have the same path.
    const path = `Movie ${files} – ünï "quoted" \\ ${random.below(9)}.mkv`
    return {
      path,
      pathBytes: Buffer.from(path).toString("base64"),
      size: 1 + random.below(5e9),
      mtimeMs: 1_600_000_000_000 + random.below(1e9)
    }
  }
  const appendTo = async (id: string, event: { readonly _tag: string }) =>
    append([{ streamId: id, expectedVersion: await versionOf(id), events: [event] }])
  const later = (event: { readonly _tag: string; readonly reason?: string }) =>
    appendTo(random.oneOf(videos), event)
  const libraryLater = (event: (library: (typeof libraries)[number]) => { readonly _tag: string }) => {
    const library = random.oneOf(libraries)
    return appendTo(library.id, event(library))
  }
  const root = (id: string) => ({
    id,
    path: `/nowhere/${random.below(99)}`,
    enabled: random.below(2) === 0,
    recursive: random.below(2) === 0
  })
  const account = (accountId: string, command: AccountCommand) =>
    store.run(
      Effect.flatMap(EventStore, (events) =>
        events.execute({ streamId: accountId, decider: accountDecider, command, meta: {} })
      )
    )
  const principal = () => ({ ...administrator, accountId: random.oneOf(accounts) })

  const newLibrary = async () => {
    const id = uuidv7()
    const rootId = uuidv7()
    const isNsfw = random.below(3) === 0
    const event = {
      _tag: "library.created.v1",
      name: `L${random.below(50)}`,
      isNsfw,
      contents: ["videos"],
      roots: [root(rootId)]
    }
    await append([{ streamId: id, expectedVersion: 0, events: [event as { _tag: string }] }])
    libraries.push({ id, rootId })
  }
  const newVideos = async () => {
    const { id: libraryId, rootId } = random.oneOf(libraries)
    const appends = Array.from({ length: 1 + random.below(20) }, () => {
      const id = uuidv7()
      videos.push(id)
      const event = {
        _tag: "item.registered.v1",
        kind: random.oneOf(["video", ...kinds.map(({ kind }) => kind)]),
        libraryId,
        rootId,
        title: `The Movie ${random.below(99)}`,
        ...file()
      }
      return { streamId: id, expectedVersion: 0, events: [event] }
    })
    await append(appends)
  }
  const newAccount = async () => {
    const input = { username: `user-${uuidv7()}`, password: "correct horse", role: "member" as const }
    accounts.push(
      await store.run(createAccount({ ...input, libraryIds: libraries.map(({ id }) => id) }, "test"))
    )
  }
  const begin = async () => {
    await newAccount()
    await newLibrary()
    await newVideos()
  }
  return {
    store,
    random,
    accounts,
    libraries,
    videos,
    markers,
    file,
    root,
    item,
    trash,
    account,
    appendTo,
    later,
    libraryLater,
    principal,
    newAccount,
    newLibrary,
    newVideos,
    begin
  }
}
