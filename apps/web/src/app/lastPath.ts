import { shallowRef } from "vue"
import type { RouteLocationNormalized } from "vue-router"

/** Path of the last page outside of server administration. The administration's navigation links back to this path. */
export const lastPath = shallowRef("/")

export const rememberPath = ({ fullPath, meta, name }: RouteLocationNormalized): void => {
  if (meta.admin !== true && meta.bare !== true && name !== "browse") lastPath.value = fullPath
}
