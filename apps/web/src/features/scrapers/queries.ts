import type { PackageChanges } from "@media/features/metadata/scrapers/packageShapes"
import type {
  FixtureResult,
  NewFixture,
  Scraper as ScraperShape,
  ScraperFixture,
  ScraperTest,
  TestRequest
} from "@media/features/metadata/scrapers/shapes"
import { request } from "@media/web-client/request"
import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { api, apiContext } from "@/api"
import { refresh } from "@/lib/queryCache"

export type Scraper = ScraperShape
export type { FixtureResult, ScraperFixture, ScraperTest }

/** Timeout in milliseconds. A scraper may request several pages from a slow website. */
const timeoutMs = 120_000
const key = "scrapers"

export const useScrapers = () =>
  useQuery({ key: [key, "list"], query: ({ signal }) => api.scrapers.list({ signal, timeoutMs }) })

export const useScraper = (id: () => string) =>
  useQuery({
    key: () => [key, "one", id()],
    query: ({ signal }) => api.scrapers.get({ path: { id: id() }, signal })
  })

export const useFixtures = (id: () => string) =>
  useQuery({
    key: () => [key, "fixtures", id()],
    query: ({ signal }) => api.scrapers.fixtures({ path: { id: id() }, signal })
  })

export const usePackages = () =>
  useQuery({ key: [key, "packages"], query: ({ signal }) => api.scraperPackages.list({ query: {}, signal }) })

/** Fetches the package index at an address. Called only when the user asks for it. */
export const fetchIndex = (index: string) => api.scraperPackages.list({ query: { index }, timeoutMs })

const useChange = <Vars, Result>(mutation: (vars: Vars) => Promise<Result>) => {
  const cache = useQueryCache()
  return useMutation({ mutation, onSettled: () => refresh(cache, { key: [key] }) })
}

export const useReload = () => useChange(() => api.scrapers.reload({ timeoutMs }))
export const useAllowScripts = (id: () => string) =>
  useChange((isAllowed: boolean) => api.scrapers.allowScripts({ path: { id: id() }, body: { isAllowed } }))
export const useInstall = () =>
  useChange(
    (body: { readonly index: string; readonly ids: ReadonlyArray<string> } | { readonly path: string }) =>
      api.scraperPackages.install({
        body: "path" in body ? body : { index: body.index, ids: [...body.ids] },
        timeoutMs
      })
  )
export const useUpload = () =>
  useChange(async (file: File): Promise<PackageChanges["installed"][number]> => {
    const body = new FormData()
    body.set("file", file)
    return (await request(apiContext, "POST", "/api/scraper-packages/upload", {
      body,
      timeoutMs
    })) as PackageChanges["installed"][number]
  })
export const useUpdateAll = () => useChange(() => api.scraperPackages.update({ timeoutMs }))
export const useRemove = () => useChange((id: string) => api.scraperPackages.remove({ path: { id } }))

export const testScraper = (id: string, body: TestRequest) =>
  api.scrapers.test({ path: { id }, body, timeoutMs })
export const useSaveFixture = (id: () => string) =>
  useChange((body: NewFixture) => api.scrapers.saveFixture({ path: { id: id() }, body, timeoutMs }))
export const useRemoveFixture = (id: () => string) =>
  useChange((fixtureId: string) => api.scrapers.removeFixture({ path: { id: id(), fixtureId } }))
export const runFixtures = (id: string, source: string | undefined) =>
  api.scrapers.runFixtures({
    path: { id },
    body: source === undefined ? {} : { source },
    timeoutMs
  })
