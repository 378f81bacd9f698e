import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import { once } from "@media/event-store/Receipt"
import { enqueue } from "@media/jobs/Enqueue"
import { uuidv7 } from "@media/kernel/Ids"
import { transaction } from "@media/pg/Transaction"
import { IdempotencyKeyReused } from "@media/wire/Idempotency"
import type { Principal } from "@media/wire/Security"
import { Forbidden, Invalid } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import { byAccount } from "../../platform/access/Command.ts"
import * as Access from "../../platform/access/Access.ts"
import { accountPrincipals } from "../../identity/accounts/accountPrincipals.ts"
import { accountDecider } from "../../identity/accounts/decider.ts"
import type { Contents } from "./contract.ts"
import { libraryDecider, type LibraryCommand, type Root, type VideosAs, type WriteNfo } from "./decider.ts"
import { atRoot, RootOverlaps, RootRefused, RootUnusable } from "./errors.ts"
import { overlaps, usableMemberRoot, usableRoot } from "./folders.ts"
import { scanOf } from "./policy.ts"
import { getLibrary, rootPaths } from "./queries.ts"

/**
 * Key of the advisory lock for changes to the roots of any library. Without the lock, two concurrent requests could add
 * overlapping roots.
 */
const ROOTS_LOCK = 7_000_003

export interface RootInput {
  readonly id?: string | undefined
  readonly path: string
  readonly enabled?: boolean | undefined
  readonly recursive?: boolean | undefined
}

const toRoot = (input: RootInput, known: ReadonlyArray<Root>) =>
  Effect.gen(function* () {
    const before = known.find(({ id }) => id === input.id)
    // Check only new or changed paths. An unchanged root may be on a disk that is not connected right now.
    const path = before?.path === input.path ? input.path : yield* usableRoot(input.path)
    return {
      id: before?.id ?? uuidv7(),
      path,
      enabled: input.enabled ?? before?.enabled ?? true,
      recursive: input.recursive ?? before?.recursive ?? true
    } satisfies Root
  })

const toMemberRoot = (input: RootInput) =>
  Effect.map(usableMemberRoot(input.path), (path): Root => ({
    id: uuidv7(),
    path,
    enabled: input.enabled ?? true,
    recursive: input.recursive ?? true
  }))

const newRoot = (principal: Principal, input: RootInput): Effect.Effect<Root, RootUnusable | RootRefused> =>
  Access.can(principal, "use-any-folder") ? toRoot(input, []) : toMemberRoot(input)

const requireNoOverlap = (roots: ReadonlyArray<Root>, libraryName: string) =>
  Effect.gen(function* () {
    const ids = new Set(roots.map(({ id }) => id))
    const others = (yield* rootPaths).filter(({ id }) => !ids.has(id))
    for (const [index, { path }] of roots.entries()) {
      const sibling = roots.slice(0, index).find((other) => overlaps(path, other.path))
      if (sibling !== undefined) {
        return yield* new RootOverlaps({ path, otherPath: sibling.path, otherLibrary: libraryName, index })
      }
      const other = others.find((root) => overlaps(path, root.path))
      if (other !== undefined) {
        return yield* new RootOverlaps({ path, otherPath: other.path, otherLibrary: other.library, index })
      }
    }
  })

const lockRoots = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`select pg_advisory_xact_lock(${ROOTS_LOCK})`
)

/**
 * Locks the roots of a library before a change that may remove them. A scan also locks its root while it appends
 * events. Therefore, all items that a scan registers precede the removal of its root, both in the event log and in the
 * tables.
 */
const holdRoots = (libraryId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`select id from library_roots where library_id = ${libraryId} order by id for update`
  )

const execute = (principal: Principal, libraryId: string, command: LibraryCommand) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({
      streamId: libraryId,
      decider: libraryDecider,
      command,
      meta: byAccount(principal)
    })
  )

export interface LibraryInput {
  readonly name: string
  readonly contents: ReadonlyArray<Contents>
  readonly isNsfw?: boolean | undefined
  readonly videosAs?: VideosAs | undefined
  readonly writeNfo?: WriteNfo | undefined
  readonly nfoWatchedAccountId?: string | null | undefined
  readonly roots: ReadonlyArray<RootInput>
}

/**
 * Grants a member access to the library that this member created. Members only see libraries that were granted to them.
 */
const grant = ({ accountId }: Principal, libraryId: string) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({
      streamId: accountId,
      decider: accountDecider,
      command: { _tag: "GrantLibrary", libraryId },
      meta: byAccount({ accountId })
    })
  )

/**
 * Returns a principal that may read the library for the response. The caller's own principal may not: the library may
 * be marked NSFW, and a new library is not in its `libraryIds` yet.
 */
const maker = (principal: Principal, libraryId: string): Principal => ({
  ...principal,
  showNsfw: true,
  libraryIds: [...principal.libraryIds, libraryId]
})

type Importing = Pick<LibraryInput, "nfoWatchedAccountId">

const importing = ({ nfoWatchedAccountId }: Importing) =>
  nfoWatchedAccountId === undefined ? {} : { nfoWatchedAccountId }

/** Fails if the account for which watched status is to be imported does not exist or is disabled. */
const requireImportable = ({ nfoWatchedAccountId: id = null }: Importing) =>
  Effect.gen(function* () {
    if (id !== null && !(yield* accountPrincipals([id])).has(id)) {
      const message = "This account does not exist or is disabled."
      const path = "nfoWatchedAccountId"
      return yield* new Invalid({ reason: `${path}: ${message}`, fields: [{ path, message }] })
    }
  })

/**
 * Creates a library and queues its scans in the same transaction. A repeated request with the same idempotency key does
 * not create a second library.
 */
export const createLibrary = Effect.fn("libraries.create")(function* (
  principal: Principal,
  input: LibraryInput,
  idempotencyKey?: string
) {
  yield* Access.require(principal, "create-library")
  if (input.writeNfo !== undefined && !Access.can(principal, "write-nfo"))
    return yield* new Forbidden({ reason: "Only administrators can turn on the writing of NFO files." })
  if (input.nfoWatchedAccountId !== undefined && !Access.can(principal, "import-watched"))
    return yield* new Forbidden({
      reason: "Only administrators can turn on importing watched status from NFO files."
    })
  yield* requireImportable(input)
  const receipt =
    idempotencyKey === undefined
      ? undefined
      : { accountId: principal.accountId, route: "libraries.create", key: idempotencyKey, body: input }
  return yield* once(
    receipt,
    Effect.forEach(input.roots, (root, index) => Effect.mapError(newRoot(principal, root), atRoot(index))),
    (roots) => register(principal, input, roots)
  ).pipe(Effect.catchTag("ReceiptMismatch", () => new IdempotencyKeyReused()))
})

const register = Effect.fn("libraries.register")(function* (
  principal: Principal,
  input: LibraryInput,
  roots: ReadonlyArray<Root>
) {
  const id = uuidv7()
  yield* transaction(
    Effect.gen(function* () {
      yield* lockRoots
      yield* Access.can(principal, "see-locations")
        ? requireNoOverlap(roots, input.name)
        : // The error must not reveal to members which other libraries exist.
          Effect.catchTag(
            requireNoOverlap(roots, input.name),
            "RootOverlaps",
            ({ index = 0 }) => new RootRefused({ index })
          )
      yield* execute(principal, id, {
        _tag: "Create",
        name: input.name.trim(),
        isNsfw: input.isNsfw ?? false,
        contents: [...new Set(input.contents)],
        ...(input.videosAs === undefined ? {} : { videosAs: input.videosAs }),
        ...(input.writeNfo === undefined ? {} : { writeNfo: input.writeNfo }),
        ...importing(input),
        roots
      })
      if (!Access.can(principal, "see-all-libraries")) yield* grant(principal, id)
    })
  )
  return yield* getLibrary(maker(principal, id), id)
})

export const updateLibrary = Effect.fn("libraries.update")(function* (
  principal: Principal,
  id: string,
  patch: Partial<LibraryInput>
) {
  const before = yield* getLibrary(principal, id)
  yield* Access.require(principal, "manage-library", before)
  yield* requireImportable(patch)
  const unknown = (patch.roots ?? []).find(
    (root) => root.id !== undefined && !before.roots.some(({ id }) => id === root.id)
  )
  if (unknown !== undefined)
    return yield* new Invalid({ reason: `roots: there is no root ${unknown.id} in this library` })
  const roots =
    patch.roots === undefined
      ? undefined
      : yield* Effect.forEach(patch.roots, (root, index) =>
          Effect.mapError(toRoot(root, before.roots), (error) => new RootUnusable({ ...error, index }))
        )
  yield* transaction(
    Effect.gen(function* () {
      yield* lockRoots
      if (roots !== undefined) {
        yield* requireNoOverlap(roots, patch.name ?? before.name)
        yield* holdRoots(id)
      }
      yield* execute(principal, id, {
        _tag: "Change",
        ...(patch.name === undefined ? {} : { name: patch.name.trim() }),
        ...(patch.isNsfw === undefined ? {} : { isNsfw: patch.isNsfw }),
        ...(patch.videosAs === undefined ? {} : { videosAs: patch.videosAs }),
        ...(patch.writeNfo === undefined ? {} : { writeNfo: patch.writeNfo }),
        ...importing(patch),
        ...(patch.contents === undefined ? {} : { contents: [...new Set(patch.contents)] }),
        ...(roots === undefined ? {} : { roots })
      })
    })
  )
  return yield* getLibrary(maker(principal, id), id)
})

/**
 * Removes a library. The library is hidden from all users immediately, and other libraries can use its folders. A job
 * then deletes the rows of the library. Media files are not touched.
 */
export const removeLibrary = Effect.fn("libraries.remove")(function* (principal: Principal, id: string) {
  const library = yield* getLibrary(principal, id)
  yield* Access.require(principal, "manage-library", library)
  yield* transaction(Effect.zipRight(holdRoots(id), execute(principal, id, { _tag: "Remove" })))
})

/**
 * Queues a scan of every enabled root, or only of the folder with the absolute path `path`. Returns the ids of the job
 * runs.
 */
export const scanLibrary = Effect.fn("libraries.scan")(function* (
  principal: Principal,
  id: string,
  path: string | undefined
) {
  const library = yield* getLibrary(principal, id)
  yield* Access.require(principal, "manage-library", library)
  const roots = library.roots.filter(({ enabled }) => enabled)
  if (path === undefined) {
    const runs = yield* enqueue(roots.map((root) => scanOf(id, root, "manual")))
    return { jobRunIds: runs.map(({ jobRunId }) => jobRunId) }
  }
  const absolute = path.replace(/\/+$/, "")
  const root = roots.find(
    (candidate) => absolute === candidate.path || absolute.startsWith(`${candidate.path}/`)
  )
  if (root === undefined || absolute.split("/").includes("..")) {
    return yield* new Invalid({ reason: "path: must be a folder inside one of the library's enabled roots" })
  }
  const relative = absolute.slice(root.path.length + 1)
  const runs = yield* enqueue([scanOf(id, root, "manual", relative === "" ? undefined : relative)])
  return { jobRunIds: runs.map(({ jobRunId }) => jobRunId) }
})
