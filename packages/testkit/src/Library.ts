import { EventStore } from "@media/event-store/EventStore"
import { createLibrary } from "@media/features/library/libraries/commands"
import type { Contents } from "@media/features/library/libraries/contract"
import { listFiles } from "@media/features/library/libraries/files"
import { libraryMaintenanceProcessor } from "@media/features/library/libraries/processor"
import { libraryScanProcessor } from "@media/features/library/scan/processor"
import type { JobContext } from "@media/jobs/JobContext"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { startStore } from "./TestServer.ts"

type Store = Pick<Awaited<ReturnType<typeof startStore>>, "run" | "rows">

export const administrator: Principal = {
  accountId: "01900000-0000-7000-8000-00000000000a",
  sessionId: "01900000-0000-7000-8000-00000000000b",
  username: "root",
  role: "administrator",
  showNsfw: true,
  mayCreateLibraries: true,
  libraryIds: []
}

/** Deletes all libraries with their events, jobs and items. Call it before each test of a file. */
export const emptyLibraries = (store: Store) =>
  store.rows(
    "truncate events, jobs, libraries, library_roots, root_scans, scanned_files, items, item_files, item_texts"
  )

/**
 * Creates the administrator's account, without which ratings and progress cannot be stored. Call it once, while the
 * event log is empty.
 */
export const addAdministrator = (store: Store) =>
  store.run(
    Effect.flatMap(EventStore, (events) =>
      events.append(
        [
          {
            streamId: administrator.accountId,
            expectedVersion: 0,
            events: [
              {
                _tag: "account.created.v1",
                username: administrator.username,
                displayName: administrator.username,
                role: administrator.role,
                allowNsfw: true,
                mayCreateLibraries: true,
                libraryIds: []
              } as { readonly _tag: string }
            ]
          }
        ],
        {}
      )
    )
  )

/** Creates a job context that records its log lines in `notes`. */
export const noteContext = (notes: Array<string> = []): JobContext => ({
  queue: "library-scan",
  jobRunId: "01900000-0000-7000-8000-00000000000c",
  attempt: 1,
  maxAttempts: 15,
  target: { type: "test", id: "1", label: "test" },
  triggeredBy: "manual",
  batchId: undefined,
  progress: () => Effect.void,
  log: (_level, text) => Effect.sync(() => void notes.push(text)),
  command: () => Effect.void,
  scratchDir: Effect.die("no scratch directory in this test"),
  enqueue: () => Effect.die("no child jobs in this test")
})

/** Writes files below a folder and creates folders as needed. `files` maps relative paths to contents. */
export const writeTree = (root: string, files: Readonly<Record<string, string | Buffer>>): void => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
}

export interface VideoRow {
  readonly id: string
  readonly path: string
  readonly status: string
  readonly library_id: string
  readonly title: string
}

/** Creates a library with these root folders, and returns functions that scan the library and read its state. */
export const openLibrary = async (
  store: Store,
  roots: ReadonlyArray<string>,
  options: { readonly name?: string; readonly contents?: ReadonlyArray<Contents> } = {}
) => {
  const library = await store.run(
    createLibrary(administrator, {
      name: options.name ?? "Films",
      contents: options.contents ?? ["videos"],
      roots: roots.map((path) => ({ path }))
    })
  )
  const scan = (root = 0, path?: string, notes?: Array<string>) =>
    store.run(
      libraryScanProcessor.run(
        {
          libraryId: library.id,
          rootId: library.roots[root]!.id,
          ...(path === undefined ? {} : { path })
        },
        noteContext(notes)
      ) as Effect.Effect<Record<string, number>, Error, never>
    )
  return {
    id: library.id,
    roots: library.roots,
    scan,
    /** Runs the job that cleans up after a library or a root was removed. */
    cleanUp: () =>
      store.run(
        libraryMaintenanceProcessor.run({ libraryId: library.id }, noteContext()) as Effect.Effect<
          { readonly items: number; readonly fileRecords: number },
          Error,
          never
        >
      ),
    /** Runs a scan that must fail, and returns the error message. */
    failure: (root = 0, path?: string): Promise<string> =>
      scan(root, path).then(
        () => "it did not fail",
        (error: Error) => error.message
      ),
    /** Returns the scan results, keyed by path. */
    scanResults: async (): Promise<Record<string, string>> => {
      const { items } = await store.run(listFiles(administrator, { page: 1, perPage: 500 }))
      return Object.fromEntries(
        items.map(({ path, reason, scanResult }) => [
          path,
          reason === null ? scanResult : `${scanResult}: ${reason}`
        ])
      )
    },
    videos: async (): Promise<ReadonlyArray<VideoRow>> =>
      (await store.rows(
        `select v.id, f.path, v.status, v.library_id, v.title from items v join item_files f on f.item_id = v.id
         where v.kind = 'video' order by f.path`
      )) as unknown as ReadonlyArray<VideoRow>
  }
}
