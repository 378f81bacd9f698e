import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { limits as queryLimits } from "@media/query/Tree"
import { Ok } from "@media/wire/Envelope"
import { Body, SafeText, ShownText } from "@media/wire/Query"
import { resource } from "@media/wire/Resource"
import { RequireSession } from "@media/wire/Security"
import { FailAdminRequired, FailConflict, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { readSortText } from "../../catalog/items/sortText.ts"

const word = (what: string) =>
  Schema.String.pipe(
    Schema.pattern(/^-?[A-Za-z][\w.-]{0,79}$/, { message: () => `must be the name of ${what}` })
  )
const Page = word("a page")
const Columns = Schema.NullOr(
  Schema.Array(word("a column")).pipe(Schema.maxItems(50, { message: () => "must have at most 50 columns" }))
)
const Layout = Schema.NullOr(word("a layout"))
/** The sort order of the list, in the format of the parameter `sort`: `-added,title`. */
const Sort = Schema.NullOr(
  SafeText(400).pipe(
    Schema.filter((text) => readSortText(text) !== undefined, {
      message: () => "must be an order such as -added"
    })
  )
)
const Name = ShownText(200).pipe(
  Schema.filter((name) => name.trim() !== "", { message: () => "must not be empty" })
)
/** The query of the list, in its text form. */
const Text = SafeText(queryLimits.text)

/** A saved list: its query, its sort order and its layout. */
export const View = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  /** The page of the web app that shows this list. */
  page: Schema.String,
  text: Schema.String,
  columns: Schema.NullOr(Schema.Array(Schema.String)),
  layout: Schema.NullOr(Schema.String),
  sort: Schema.NullOr(Schema.String),
  /** True if it is in the navigation. A shared view is then in the navigation of every account. */
  isPinned: Schema.Boolean,
  /** True if all accounts see it. */
  isShared: Schema.Boolean,
  /** True for the caller's own view; others are shared by an administrator. */
  isOwn: Schema.Boolean,
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotations({ identifier: "View" })
export type View = typeof View.Type

const optional = {
  columns: Schema.optional(Columns),
  layout: Schema.optional(Layout),
  sort: Schema.optional(Sort),
  isPinned: Schema.optional(Schema.Boolean),
  /** Only administrators may set it. */
  isShared: Schema.optional(Schema.Boolean)
}
export const NewView = Body({ name: Name, page: Page, text: Text, ...optional })
export type NewView = typeof NewView.Type
export const ViewPatch = Body({
  name: Schema.optional(Name),
  page: Schema.optional(Page),
  text: Schema.optional(Text),
  ...optional
})
export type ViewPatch = typeof ViewPatch.Type

const views = resource({ name: "View", path: "/api/views", detail: View, summary: View })

/** The caller's own views, and those that administrators share. */
export class ViewsGroup extends HttpApiGroup.make("views")
  .add(
    HttpApiEndpoint.get("list", "/api/views")
      .setUrlParams(Schema.Struct({ page: Schema.optional(Page) }))
      .addSuccess(Ok("ViewsResponse", Schema.Array(View)))
  )
  .add(
    views.create
      .setPayload(NewView)
      // The account was deleted meanwhile.
      .addError(FailNotFound)
      .addError(FailAdminRequired)
      .addError(FailConflict)
  )
  .add(views.update.setPayload(ViewPatch).addError(FailAdminRequired).addError(FailConflict))
  .add(views.remove.addError(FailAdminRequired).addError(FailConflict))
  .middleware(RequireSession) {}
