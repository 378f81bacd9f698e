import * as Context from "effect/Context"

/** The folder with the packages of all plugins, one folder each. */
export class PluginFolder extends Context.Tag("@media/features/PluginFolder")<
  PluginFolder,
  { readonly root: string }
>() {}
