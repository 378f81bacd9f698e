import { admin, type Named, type RouteRow } from "./RouteRow.ts"

const noProposals = "no item has a proposal"
const accept = (id: (named: Named) => string): RouteRow => ({
  ...admin,
  id,
  body: ({ account }) => ({ scrapeResultId: account }),
  onlyHidden: noProposals
})
const item =
  (kind: string) =>
  ({ item }: Named) =>
    item[kind]!
const proposal = { ...admin, id: ({ account }: Named) => account, onlyHidden: noProposals }

/** Routes of proposals, including the routes that accept a proposal. */
export const proposalRows: Readonly<Record<string, RouteRow>> = {
  "GET /api/proposals": {
    ...admin,
    queries: ({ item }) => [`targetId=${item["video"]}`, "status=pending&minConfidence=50&kind=video"]
  },
  "GET /api/proposals/:id": proposal,
  "GET /api/proposals/:id/images/:index": proposal,
  "POST /api/proposals/:id/reject": proposal,
  "POST /api/proposals/accept": {
    ...admin,
    body: ({ item }) => ({ filter: { targetId: item["video"] }, dryRun: true })
  },
  "GET /api/identify/sources": admin,
  "POST /api/identify": {
    ...admin,
    body: ({ item }) => ({ ids: [item["video"]], sources: [{ kind: "scraper", id: "none" }] }),
    onlyHidden: "no source is installed"
  },
  "GET /api/identify/:id": { ...proposal, onlyHidden: "no account has a run" },
  "POST /api/videos/:id/accept-scrape": accept(item("video")),
  "POST /api/video/movies/:id/accept-scrape": accept(item("video")),
  "POST /api/video/episodes/:id/accept-scrape": accept(item("video")),
  "POST /api/video/series/:id/accept-scrape": accept(item("series")),
  "POST /api/galleries/:id/accept-scrape": accept(item("gallery")),
  "POST /api/images/:id/accept-scrape": accept(item("image")),
  "POST /api/books/:id/accept-scrape": accept(item("book")),
  "POST /api/audio-tracks/:id/accept-scrape": accept(item("track")),
  "POST /api/audio-libraries/:id/accept-scrape": accept(item("album")),
  "POST /api/performers/:id/apply-scrape": accept(({ entity }) => entity.performer),
  "POST /api/studios/:id/apply-scrape": accept(({ entity }) => entity.studio),
  "POST /api/tags/:id/apply-scrape": accept(({ entity }) => entity.tag)
}
