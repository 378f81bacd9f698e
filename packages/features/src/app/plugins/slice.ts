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
  about: "installs and runs plugins, with their permissions, credentials, tasks and hooks",
  stores:
    "packages and settings as rows, code as files, credentials encrypted, decisions about hosts as events",
  events: pluginEvents,
  history: pluginHistory,
  projections: [pluginHostsProjection],
  queues: [{ definition: pluginTask, processor: pluginTaskProcessor }],
  groups: [[PluginsGroup, PluginsLive]],
  raw: [pluginUpload],
  maintenance: [pluginMaintenance],
  concepts: {
    PluginFolder: "the folder that contains the packages of all plugins",
    blocked: "explains why plugins cannot run on this machine",
    definition: "parses both formats of plugin definitions, and describes permissions in words",
    changes: "assigns pending changes to the hooks that process them",
    hooks: "queues hooks for changes in the event log",
    hosts: "the hosts that a plugin may reach, and the administrators' decisions about them",
    install: "installs and removes packages",
    runs: "lists the latest runs, and whether their changes can be undone",
    run: "runs a plugin: its command, input, output, credentials and API",
    stage: "copies the files of a package to a staging folder before installation",
    triggers: "finds the changes that start hooks",
    uploads: "stores uploaded packages until they are installed"
  }
})
