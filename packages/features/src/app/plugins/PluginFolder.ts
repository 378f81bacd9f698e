import * as Context from "effect/Context"

/** The folder that contains the packages of all plugins, with one subfolder per package. */
export class PluginFolder extends Context.Tag("@media/features/PluginFolder")<
  PluginFolder,
  { readonly root: string }
>() {}
