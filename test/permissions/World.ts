import { EventStore } from "@media/event-store/EventStore"
import { kinds } from "@media/features/generated/kinds"
import type { EntityKind } from "@media/features/EntityKind"
import { updateItem } from "@media/features/catalog/items/commands"
import type { ItemEvent } from "@media/features/catalog/items/events"
import { updateLibrary } from "@media/features/library/libraries/commands"
import { uuidv7 } from "@media/kernel/Ids"
import { sharp } from "@media/pictures/Sharp"
import { administrator, openLibrary, writeTree } from "@media/testkit/Library"
import { openLive } from "@media/testkit/LiveClient"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { sampleOf } from "../itemSamples.ts"
import type { Random } from "./Random.ts"
import type { Named } from "./RouteRow.ts"

export interface Item {
  readonly id: string
  readonly kind: string
  readonly library: string
  readonly word: string
  readonly isNsfw: boolean
  /** Entities that belong only to this item. */
  readonly entities: Readonly<Record<EntityKind, { readonly id: string; readonly word: string }>>
  /** A shared collection that contains only this item. */
  readonly collection?: { readonly id: string; readonly word: string }
}

interface Library {
  readonly id: string
  readonly word: string
  readonly isNsfw: boolean
}

export interface Viewer {
  readonly name: string
  readonly isAdministrator: boolean
  readonly accountId: string
  readonly sessionId: string
  readonly token: string
  readonly live: ReturnType<typeof openLive>
  readonly sees: (item: Item) => boolean
  readonly seesLibrary: (id: string) => boolean
}

export interface World {
  readonly random: Random
  readonly server: TestServer
  readonly items: ReadonlyArray<Item>
  readonly libraries: ReadonlyArray<Library>
  readonly viewers: ReadonlyArray<Viewer>
  readonly stop: () => Promise<void>
}

const contents = kinds.map(({ contents }) => contents)
const perKind = 3

const append = async (server: TestServer, streamId: string, event: ItemEvent) => {
  const [row] = await server.rows("select count(*)::int as n from events where stream_id = $1", [streamId])
  await server.run(
    Effect.flatMap(EventStore, (store) =>
      store.append([{ streamId, expectedVersion: Number(row!["n"]), events: [event] }], { cause: "test" })
    )
  )
}

/** Adds a performer, a studio, a tag and an author that belong only to this item. */
const relate = async (server: TestServer, random: Random, itemId: string): Promise<Item["entities"]> => {
  const [performer, studio, tag, author] = [random.word(), random.word(), random.word(), random.word()]
  await server.run(
    updateItem(administrator, itemId, { performers: [performer], studio, tags: [tag], authors: [author] })
  )
  const rows = await server.rows(
    "select r.relation, e.id, e.name from item_relations r join related_entities e on e.id = r.entity_id where r.item_id = $1",
    [itemId]
  )
  return Object.fromEntries(
    rows.map(({ id, name, relation }) => [String(relation), { id: String(id), word: String(name) }])
  ) as Item["entities"]
}

const openOne = async (server: TestServer, random: Random, isNsfw: boolean) => {
  const word = random.word()
  const folder = join(server.media, word)
  const fileKinds = kinds.filter(({ extensions }) => Object.keys(extensions).length > 0)
  const planned = fileKinds.flatMap((kind) =>
    Array.from({ length: perKind }, (_, index) => ({ kind, word: random.word(), index }))
  )
  for (const { kind, word: name } of planned) {
    const { content, extension } = sampleOf(kind)
    // The content identifies the file, so that the test also finds leaked bytes.
    writeTree(folder, { [`${name}.${extension}`]: `${content} ${name}` })
  }
  const library = await openLibrary(server, [folder], { name: word, contents })
  await library.scan()
  if (isNsfw) await server.run(updateLibrary(administrator, library.id, { isNsfw }))
  const rows = (await server.rows(
    "select v.id, f.path from items v join item_files f on f.item_id = v.id where v.library_id = $1",
    [library.id]
  )) as unknown as ReadonlyArray<{ readonly id: string; readonly path: string }>
  const items: Array<Item> = []
  for (const { index, kind, word: name } of planned) {
    const { id } = rows.find(({ path }) => path.startsWith(`${name}.`))!
    // In each library, one item of each kind is never marked as NSFW, and one item is always marked.
    const isMarked = index === 0 ? false : index === 1 ? true : random.chance(0.5)
    if (isMarked) await server.run(updateItem(administrator, id, { isNsfw: true }))
    const entities = await relate(server, random, id)
    items.push({ id, kind: kind.kind, library: library.id, word: name, isNsfw: isNsfw || isMarked, entities })
  }
  /** Creates a group that contains `member`. The group is visible to viewers who may see `member`. */
  const groupOf = async (member: Item, kind: "album" | "season" | "series") => {
    const id = uuidv7()
    const title = random.word()
    await append(server, id, { _tag: "item.group-registered.v1", kind, title, folder: null })
    await append(server, member.id, { _tag: "item.placed.v1", parentId: id, ordinal: 10_001 })
    const entities = await relate(server, random, id)
    const group = { ...member, id, kind, word: title, entities }
    items.push(group)
    return group
  }
  for (const track of items.filter(({ kind }) => kind === "track")) await groupOf(track, "album")
  for (const video of items.filter(({ kind }) => kind === "video"))
    await groupOf(await groupOf(video, "season"), "series")
  return { library: { id: library.id, word, isNsfw }, items }
}

const pictureForm = async (word: string) => {
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#335" } })
    .png()
    .toBuffer()
  return {
    headers: { "content-type": "multipart/form-data; boundary=cut" },
    body: Buffer.concat([
      Buffer.from(`--cut\r\nContent-Disposition: form-data; name="file"; filename="${word}.png"\r\n\r\n`),
      bytes,
      Buffer.from("\r\n--cut--\r\n")
    ])
  }
}

/** Stores a preview clip and its row, as the job does. */
const putClip = async (server: TestServer, { id, word }: Item) => {
  const folder = join(server.folder, "data", "cache", "previews", id)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, "a1b2c3.mp4"), word)
  await server.rows(
    "insert into video_previews (item_id, clip_version, clip_width, clip_height) values ($1, 'a1b2c3', 64, 36)",
    [id]
  )
}

/**
 * Creates a server with random libraries, items of every kind, accounts, grants and NSFW flags. At least one item is
 * hidden from each member. All members except one can see at least one item.
 */
export const makeWorld = async (random: Random): Promise<World> => {
  const server = await startTestServer()
  const root = await server.setup()
  const opened = [
    await openOne(server, random, false),
    await openOne(server, random, true),
    await openOne(server, random, random.chance(0.3))
  ]
  const libraries = opened.map(({ library }) => library)
  const items = opened.flatMap((each) => each.items)
  for (const { kind, paths } of kinds.filter(({ groups }) => groups === undefined)) {
    for (const item of items.filter((each) => each.kind === kind)) {
      const answer = await server.request("POST", `${paths.list}/${item.id}/thumbnail`, {
        token: root.token,
        ...(await pictureForm(item.word))
      })
      if (answer.status !== 200) throw new Error(`a picture was answered by ${answer.status}: ${answer.text}`)
      if (kind === "video") await putClip(server, item)
    }
  }

  const form = await pictureForm(random.word())
  for (const item of items)
    for (const [kind, { id }] of Object.entries(item.entities)) {
      const path = `/api/${kind}s/${id}/thumbnail`
      const answer = await server.request("POST", path, { token: root.token, ...form })
      if (answer.status !== 200) throw new Error(`a picture was answered by ${answer.status}: ${answer.text}`)
    }

  const collect = async (itemIds: ReadonlyArray<string>) => {
    const word = random.word()
    const answer = await server.request("POST", "/api/collections", {
      token: root.token,
      body: { name: word, visibility: "everyone", itemIds }
    })
    return { id: String(answer.json.data.id), word }
  }
  for (const [n, item] of items.entries())
    if (item.kind === "video") items[n] = { ...item, collection: await collect([item.id]) }
  await collect(items.map(({ id }) => id))

  const viewers: Array<Viewer> = []
  const enter = async (
    name: string,
    account: { readonly id: string; readonly token: string },
    rights: { readonly granted: ReadonlyArray<string> | "all"; readonly showsNsfw: boolean }
  ) => {
    const { granted, showsNsfw } = rights
    await server.request("PATCH", "/api/auth/me", {
      token: account.token,
      body: { showNsfw: showsNsfw }
    })
    const sessions = (await server.get("/api/auth/sessions", account.token)).json.data.items
    const live = openLive(server.origin, { token: account.token })
    await live.hello()
    const isGranted = (id: string) => granted === "all" || granted.includes(id)
    viewers.push({
      name,
      isAdministrator: name.startsWith("administrator"),
      accountId: account.id,
      sessionId: sessions.find((session: { readonly isCurrent: boolean }) => session.isCurrent).id,
      token: account.token,
      live,
      sees: (item) => isGranted(item.library) && (showsNsfw || !item.isNsfw),
      seesLibrary: (id) =>
        isGranted(id) && (showsNsfw || libraries.find((each) => each.id === id)?.isNsfw !== true)
    })
  }
  const enterMember = async (
    name: string,
    granted: ReadonlyArray<string>,
    { isAllowed, isWanted = true }: { readonly isAllowed: boolean; readonly isWanted?: boolean }
  ) => {
    const account = await server.account({
      username: random.word(),
      libraryIds: granted,
      allowNsfw: isAllowed
    })
    await enter(name, account, { granted, showsNsfw: isAllowed && isWanted })
  }
  const ids = libraries.map(({ id }) => id)
  const [plain = "", marked = "", either = ""] = ids
  const split = random.chance(0.5)
  await enter("administrator", root, { granted: "all", showsNsfw: true })
  await enterMember("member", split ? [plain, either] : [plain], { isAllowed: random.chance(0.5) })
  await enterMember("other member", split ? [marked] : [marked, either], { isAllowed: true })
  await enterMember("member without the right", ids, { isAllowed: false })
  await enterMember("member who hides NSFW", ids, { isAllowed: true, isWanted: false })
  await enterMember("member of nothing", [], { isAllowed: true })
  await server.rows("update accounts set may_create_libraries = false")
  return {
    random,
    server,
    items,
    libraries,
    viewers,
    stop: () => {
      for (const { live } of viewers) live.close()
      return server.stop()
    }
  }
}

export const hiddenItems = ({ items }: World, viewer: Viewer): ReadonlyArray<Item> =>
  items.filter((item) => !viewer.sees(item))

/** Returns ids and words that do not exist on the server. */
export const unknownNames = ({ random }: World): Named => ({
  entity: { performer: uuidv7(), studio: uuidv7(), tag: uuidv7(), author: uuidv7() },
  collection: uuidv7(),
  item: Object.fromEntries(kinds.map(({ kind }) => [kind, uuidv7()])),
  library: uuidv7(),
  session: uuidv7(),
  account: uuidv7(),
  word: random.word()
})

const pickNames = (
  { libraries, random, viewers }: World,
  viewer: Viewer,
  from: { readonly items: ReadonlyArray<Item>; readonly fitsLibrary: (id: string) => boolean },
  unknown: Named
): Named => {
  const own = libraries.filter(({ id }) => from.fitsLibrary(id))
  const stranger = random.pick(viewers.filter((each) => each !== viewer))
  const items = Object.fromEntries(
    kinds.map(({ kind }) => {
      const some = from.items.filter((item) => item.kind === kind)
      return [kind, some.length === 0 ? unknown.item[kind]! : random.pick(some).id]
    })
  )
  const entityOf = (kind: EntityKind) =>
    from.items.length === 0 ? unknown.entity[kind] : random.pick(from.items).entities[kind].id
  const collections = from.items.flatMap(({ collection }) => collection ?? [])
  return {
    item: items,
    collection: collections.length === 0 ? unknown.collection : random.pick(collections).id,
    entity: {
      performer: entityOf("performer"),
      studio: entityOf("studio"),
      tag: entityOf("tag"),
      author: entityOf("author")
    },
    library: own.length === 0 ? unknown.library : random.pick(own).id,
    session: stranger.sessionId,
    account: stranger.accountId,
    word: from.items.length === 0 ? unknown.word : random.pick(from.items).word
  }
}

/** Returns the names of hidden objects: one object of each type that the viewer must not see. */
export const hiddenNames = (world: World, viewer: Viewer, unknown: Named): Named =>
  pickNames(
    world,
    viewer,
    { items: hiddenItems(world, viewer), fitsLibrary: (id) => !viewer.seesLibrary(id) },
    unknown
  )

/** Returns the names of visible objects: one object of each type that the viewer may see. */
export const visibleNames = (world: World, viewer: Viewer, unknown: Named): Named => ({
  ...pickNames(
    world,
    viewer,
    { items: world.items.filter(viewer.sees), fitsLibrary: viewer.seesLibrary },
    unknown
  ),
  session: viewer.sessionId,
  account: viewer.accountId
})

/**
 * Returns all strings that a response to the viewer must not contain, in lower case: ids, titles, and names of files
 * and libraries.
 */
export const secretsFrom = (world: World, viewer: Viewer): ReadonlyArray<string> => {
  if (viewer.isAdministrator) return []
  return [
    ...hiddenItems(world, viewer).flatMap(({ collection, entities, id, word }) => [
      ...[id, word],
      ...(collection === undefined ? [] : [collection.id, collection.word]),
      ...Object.values(entities).flatMap((entity) => [entity.id, entity.word])
    ]),
    ...world.libraries.filter(({ id }) => !viewer.seesLibrary(id)).flatMap(({ id, word }) => [id, word]),
    ...world.viewers
      .filter((each) => each !== viewer)
      .flatMap(({ accountId, sessionId, token }) => [accountId, sessionId, token]),
    world.server.media
  ].map((secret) => secret.toLowerCase())
}
