import { admin, empty, member, noRules, noViews, type RouteRow } from "./RouteRow.ts"

/** Routes for rules, for names in paths, for changing many entities at once, and for saved views. */
export const catalogRows: Readonly<Record<string, RouteRow>> = {
  "GET /api/views": member,
  "POST /api/views": member,
  "PATCH /api/views/:id": { ...member, id: ({ account }) => account, body: empty, onlyHidden: noViews },
  "DELETE /api/views/:id": { ...member, id: ({ account }) => account, onlyHidden: noViews },

  "PATCH /api/entities": {
    ...member,
    body: ({ entity }) => ({ kind: "tag", ids: [entity.tag], changes: { isFavorite: { set: true } } })
  },
  "POST /api/entities/values": {
    ...member,
    body: ({ entity }) => ({ kind: "tag", ids: [entity.tag] })
  },
  "POST /api/entities/remove": {
    ...admin,
    body: ({ entity }) => ({ kind: "tag", ids: [entity.tag], dryRun: true })
  },
  "GET /api/auto-tag": admin,
  "POST /api/auto-tag/find": { ...admin, body: ({ library }) => ({ kinds: ["tag"], libraryId: library }) },
  "POST /api/auto-tag/accept": { ...admin, body: ({ entity }) => ({ entityIds: [entity.tag] }) },
  "POST /api/auto-tag/dismiss": { ...admin, body: ({ entity }) => ({ entityIds: [entity.tag] }) },

  "GET /api/rules": admin,
  "POST /api/rules": { ...admin, onlyHidden: "the rule would change items that appear later" },
  "POST /api/rules/preview": {
    ...admin,
    body: ({ library, word }) => ({ kind: "video", libraryIds: [library], text: word })
  },
  "PATCH /api/rules/:id": { ...admin, id: ({ account }) => account, body: empty, onlyHidden: noRules },
  "DELETE /api/rules/:id": { ...admin, id: ({ account }) => account, onlyHidden: noRules },
  "POST /api/rules/:id/run": { ...admin, id: ({ account }) => account, onlyHidden: noRules },
  "GET /api/rules/:id/runs": { ...admin, id: ({ account }) => account, onlyHidden: noRules },
  "POST /api/rules/:id/undo": {
    ...admin,
    id: ({ account }) => account,
    body: empty,
    onlyHidden: noRules
  }
}
