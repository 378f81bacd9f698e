import type { EntityKind } from "../../EntityKind.ts"

/** The field with an entity's picture. API requests cannot set it directly. */
export const pictureField = "picture"

/** The stored picture of an entity. A type instead of an interface, because field values need an index signature. */
export type StoredPicture = {
  /**
   * The entity for which the picture was uploaded. Its folder contains the file. After a merge, another entity may use
   * the picture.
   */
  readonly owner: string
  /** The version of the picture, which is also part of the original's file name. */
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

/** Returns SQL for the picture of a row of `related_entities` with this alias, as JSON. Null without a picture. */
export const entityPictureExpression = (alias: string): string => {
  const stored = `${alias}.facts -> '${pictureField}'`
  const path = Object.entries(entityPaths).map(([kind, path]) => `when '${kind}' then '${path}/'`)
  return `case when ${alias}.facts ? '${pictureField}' then jsonb_build_object(
    'url', case ${alias}.kind ${path.join(" ")} end || ${alias}.id || '/thumbnail?v=' || (${stored} ->> 'version'),
    'version', ${stored} -> 'version', 'width', ${stored} -> 'width', 'height', ${stored} -> 'height',
    'thumbHash', ${stored} -> 'thumbHash') end`
}
