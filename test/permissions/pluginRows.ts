import { admin, type RouteRow } from "./RouteRow.ts"

const id = () => "no-plugin"
const onlyHidden = "no plugin is installed"

/** Routes of plugins. No plugin is installed, because the tests would also have to install its files. */
export const pluginRows: Readonly<Record<string, RouteRow>> = {
  "GET /api/plugins/packages": admin,
  "POST /api/plugins/packages": {
    ...admin,
    body: () => ({ source: "path", path: "/nothing" }),
    onlyHidden: "the folder does not exist"
  },
  "DELETE /api/plugins/packages": { ...admin, queries: () => ["id=no-plugin"], onlyHidden },
  "DELETE /api/plugins/packages/:id": { ...admin, id, onlyHidden },
  "PATCH /api/plugins/packages/:id": { ...admin, id, body: () => ({ isEnabled: false }), onlyHidden },
  "PUT /api/plugins/packages/:id/auth/:authKey": { ...admin, id, body: () => ({ value: null }), onlyHidden },
  "PUT /api/plugins/packages/:id/hosts": {
    ...admin,
    id,
    body: () => ({ host: "api.example.org", access: "allowed" }),
    onlyHidden
  },
  "GET /api/plugins/runs": admin,
  "GET /api/plugins/available": {
    ...admin,
    queries: () => ["index=http://127.0.0.1/index.yml"],
    onlyHidden: "the index is not on a public website"
  },
  "POST /api/plugins/:id/execute": { ...admin, id, body: () => ({ task: "Go" }), onlyHidden },
  "POST /api/plugins/uploads": { ...admin, onlyHidden: "takes a form, not JSON" }
}
