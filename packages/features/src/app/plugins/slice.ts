import { defineSlice } from "../../defineSlice.ts"
import { pluginEvents } from "./events.ts"
import { pluginHistory } from "./history.ts"
import { pluginHostsProjection } from "./projection.ts"
import { PluginsGroup } from "./contract.ts"
import { PluginsLive } from "./http.ts"
import { pluginMaintenance } from "./maintenance.ts"
import { pluginTaskProcessor } from "./processor.ts"
import { pluginTask } from "./queue.ts"
import { pluginUpload } from "./raw.ts"

export const pluginsSlice = defineSlice({
  name: "plugins",
  about:
    "programs of others that administrators install: their packages, permissions, credentials, tasks and hooks",
  stores:
    "packages and settings as rows, files in the data directory, credentials as sealed values; decisions about websites as events; changes of a run are events of items",
  events: pluginEvents,
  history: pluginHistory,
  projections: [pluginHostsProjection],
  queues: [{ definition: pluginTask, processor: pluginTaskProcessor }],
  groups: [[PluginsGroup, PluginsLive]],
  raw: [pluginUpload],
  maintenance: [pluginMaintenance],
  concepts: {
    PluginFolder: "the folder of all packages",
    blocked: "whether this machine can wall plugins off",
    definition: "the two formats of definitions, and permissions in words",
    changes: "changes that wait for a hook, and those that a run has taken",
    hooks: "queues hooks for changes in the log",
    hosts: "the websites of a plugin, and what administrators decided about them",
    install: "installs and removes packages",
    runs: "the last runs, and whether their changes can be undone",
    run: "one run: its command, input, output, credentials and its API",
    stage: "the files of a package before it is installed",
    triggers: "the changes that start hooks",
    uploads: "archives that wait to be installed"
  }
})
