import { admin, empty, type RouteRow } from "./RouteRow.ts"

const one = "/api/scrapers/:id"
const none = "no scraper is installed"
const unknown: RouteRow = { ...admin, id: () => "Harbor", onlyHidden: none }
const packages = "no package is installed"

/** The routes of scrapers and their packages. */
export const scraperRows: Readonly<Record<string, RouteRow>> = {
  "GET /api/scrapers": admin,
  "POST /api/scrapers/reload": admin,
  [`GET ${one}`]: unknown,
  [`PUT ${one}/scripts`]: { ...unknown, body: () => ({ isAllowed: false }) },
  [`POST ${one}/scrape`]: { ...unknown, body: () => ({ url: "https://example.org/boat" }) },
  [`POST ${one}/test`]: { ...unknown, body: () => ({ url: "https://example.org/boat" }) },
  [`GET ${one}/fixtures`]: unknown,
  [`POST ${one}/fixtures`]: { ...unknown, body: () => ({ url: "https://example.org/boat" }) },
  [`POST ${one}/fixtures/run`]: { ...unknown, body: empty },
  [`DELETE ${one}/fixtures/:fixtureId`]: unknown,
  "GET /api/scraper-packages": admin,
  "POST /api/scraper-packages": { ...admin, body: empty },
  "POST /api/scraper-packages/update": admin,
  "POST /api/scraper-packages/upload": { ...admin, onlyHidden: "takes a form" },
  "DELETE /api/scraper-packages/:id": { ...admin, id: () => "boats", onlyHidden: packages }
}
