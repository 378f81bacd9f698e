import type { EntityKind } from "../../EntityKind.ts"

/** The field in which an entity stores its picture. API requests cannot name it. */
export const pictureField = "picture"

/** A type and not an interface, because a value of a field needs an index signature. */
export type StoredPicture = {
  /**
   * The entity for which the picture was uploaded, whose folder contains the bytes. A merge passes pictures on to
   * the target.
   */
  readonly owner: string
  /** The version of the picture, which also names the stored original. */
  readonly version: string
  readonly width: number
  readonly height: number
  readonly thumbHash: string
}

export const entityPaths: Readonly<Record<EntityKind, `/api/${string}`>> = {
  performer: "/api/performers",
  studio: "/api/studios",
  tag: "/api/tags"
}

/** The picture of a row of `related_entities` under this alias as JSON; null without one. */
export const entityPictureExpression = (alias: string): string => {
  const stored = `${alias}.facts -> '${pictureField}'`
  const path = Object.entries(entityPaths).map(([kind, path]) => `when '${kind}' then '${path}/'`)
  return `case when ${alias}.facts ? '${pictureField}' then jsonb_build_object(
    'url', case ${alias}.kind ${path.join(" ")} end || ${alias}.id || '/thumbnail?v=' || (${stored} ->> 'version'),
    'version', ${stored} -> 'version', 'width', ${stored} -> 'width', 'height', ${stored} -> 'height',
    'thumbHash', ${stored} -> 'thumbHash') end`
}
