import * as Spec from "@media/testkit/Spec"
import { describe, it } from "vitest"
import { accountDecider } from "./identity/accounts/decider.ts"
import { bookmarkDecider } from "./playback/bookmarks/decider.ts"
import { libraryDecider, type Root } from "./library/libraries/decider.ts"
import { pluginHostsDecider } from "./app/plugins/decider.ts"
import { settingsDecider } from "./platform/settings/decider.ts"
import { gateDecider } from "./platform/system/decider.ts"
import { userItemDecider } from "./catalog/user-items/decider.ts"

const id = "01900000-0000-7000-8000-000000000001"
const other = "01900000-0000-7000-8000-000000000002"

describe("a library", () => {
  const root = (rootId: string, fields: Partial<Root> = {}): Root => ({
    id: rootId,
    path: `/media/${rootId}`,
    enabled: true,
    recursive: true,
    ...fields
  })
  const fields = { name: "Films", isNsfw: false, contents: ["videos"], roots: [root(id)] }
  const created = { _tag: "library.created.v1", ...fields } as const
  const spec = Spec.decider(libraryDecider)

  it("creates a library once and removes it permanently", () => {
    spec
      .given()
      .when({ _tag: "Create", ...fields }, { _tag: "Create", ...fields })
      .then(created)
    spec.given().when({ _tag: "Remove" }).rejects("NotFound")
    spec
      .given(created, { _tag: "library.removed.v1", name: "Films" })
      .when({ _tag: "Change", name: "x" })
      .rejects("NotFound")
    spec.given(created).when({ _tag: "Remove" }).then({ _tag: "library.removed.v1", name: "Films" })
  })

  it("records one event for each changed property of a library, and none for unchanged properties", () => {
    const given = spec.given(created)
    given.when({ _tag: "Change" }).nothing()
    given.when({ _tag: "Change", ...fields }).nothing()
    given
      .when({ _tag: "Change", name: "Movies", isNsfw: true, contents: ["videos", "images"] })
      .then(
        { _tag: "library.renamed.v1", name: "Movies" },
        { _tag: "library.nsfw-changed.v1", isNsfw: true },
        { _tag: "library.contents-changed.v1", contents: ["videos", "images"], roots: fields.roots }
      )
    given
      .when({ _tag: "Change", roots: [root(other)] })
      .then(
        { _tag: "library.root-removed.v1", rootId: id, path: `/media/${id}` },
        { _tag: "library.root-added.v1", root: root(other) }
      )
    given
      .when({ _tag: "Change", roots: [root(id, { enabled: false })] })
      .then({ _tag: "library.root-changed.v1", root: root(id, { enabled: false }) })
    given
      .when({ _tag: "Change", roots: [] })
      .then({ _tag: "library.root-removed.v1", rootId: id, path: `/media/${id}` })
  })
})

describe("accounts, settings, gates, ratings and bookmarks", () => {
  const account = {
    username: "ada",
    displayName: "Ada",
    role: "member",
    allowNsfw: false,
    mayCreateLibraries: false,
    libraryIds: []
  } as const

  it("creates and promotes an account only once, and records only actual changes", () => {
    const created = { _tag: "account.created.v1", ...account } as const
    const spec = Spec.decider(accountDecider)
    spec
      .given()
      .when({ _tag: "Create", ...account }, { _tag: "Create", ...account })
      .then(created)
    spec.given(created).when({ _tag: "Promote" }, { _tag: "Promote" }).then({ _tag: "account.promoted.v1" })
    // Unlike promotions, repeated recoveries are recorded, because each one sets a new password.
    const recovered = { _tag: "account.recovered.v1" } as const
    spec.given(created).when({ _tag: "Recover" }, { _tag: "Recover" }).then(recovered, recovered)
    spec.given(created, recovered).when({ _tag: "Promote" }).nothing()
    spec.given(created).when({ _tag: "Change", displayName: "Ada" }).nothing()
    spec.given(created).when({ _tag: "Change", displayName: "Ada", showNsfw: true }).nothing()
    spec
      .given(created)
      .when({ _tag: "Change", displayName: "Countess", showNsfw: false })
      .then(
        { _tag: "account.renamed.v1", displayName: "Countess" },
        { _tag: "account.nsfw-preference-changed.v1", showNsfw: false }
      )
    const libraryId = "01900000-0000-7000-8000-000000000009"
    spec
      .given(created)
      .when({ _tag: "GrantLibrary", libraryId }, { _tag: "GrantLibrary", libraryId })
      .then({ _tag: "account.library-granted.v1", libraryId })
  })

  it("records each changed permission of an account", () => {
    const created = { _tag: "account.created.v1", ...account } as const
    const given = Spec.decider(accountDecider).given(created)
    const { allowNsfw, mayCreateLibraries, role } = account
    given
      .when({ _tag: "Administer", role, enabled: true, allowNsfw, mayCreateLibraries, libraryIds: [] })
      .nothing()
    given.when({ _tag: "Administer" }).nothing()
    given
      .when({
        _tag: "Administer",
        ...{ role: "administrator", enabled: false, allowNsfw: true, mayCreateLibraries: true },
        libraryIds: [id, other]
      })
      .then(
        { _tag: "account.role-changed.v1", role: "administrator" },
        { _tag: "account.disabled.v1" },
        { _tag: "account.nsfw-permission-changed.v1", allowNsfw: true },
        { _tag: "account.library-creation-changed.v1", mayCreateLibraries: true },
        { _tag: "account.libraries-changed.v1", libraryIds: [id, other] }
      )
    given
      .when({ _tag: "Administer", libraryIds: [id, other] }, { _tag: "Administer", libraryIds: [other, id] })
      .then({ _tag: "account.libraries-changed.v1", libraryIds: [id, other] })
    const deleted = { _tag: "account.deleted.v1", username: "ada", displayName: "Ada" } as const
    given
      .when(
        { _tag: "Delete" },
        { _tag: "Delete" },
        { _tag: "Promote" },
        { _tag: "Administer", enabled: false }
      )
      .then(deleted)
  })

  it("records a changed setting only if the new value differs from the current or default value", () => {
    const spec = Spec.decider(settingsDecider)
    spec
      .given()
      .when({ _tag: "Change", patch: { trickplay_quality: 2 } })
      .nothing()
    spec
      .given({ _tag: "settings.changed.v1", name: "trickplay_quality", value: 5 })
      .when({ _tag: "Change", patch: { trickplay_quality: 2, default_playback_mode: "direct" } })
      .then({ _tag: "settings.changed.v1", name: "trickplay_quality", value: 2 })
  })

  it("accepts the breaking changes of a version only once, and not after they were skipped", () => {
    const gate = { id: "covers", title: "Covers move" }
    const accepted = { _tag: "gate.accepted.v1", gateId: "covers", title: "Covers move" } as const
    const spec = Spec.decider(gateDecider)
    spec.given().when({ _tag: "Accept", gate }, { _tag: "Accept", gate }).then(accepted)
    spec
      .given(accepted)
      .when({ _tag: "Skip", gateIds: ["covers", "new"] })
      .then({ _tag: "gate.not-needed.v1", gateId: "new" })
    spec.given({ _tag: "gate.not-needed.v1", gateId: "covers" }).when({ _tag: "Accept", gate }).nothing()
  })

  it("sets, changes and removes a rating", () => {
    const rate = (rating: number | null) => ({ _tag: "Rate", accountId: id, itemId: other, rating }) as const
    const rated = (rating: number | null) =>
      ({ _tag: "user-item.rated.v1", accountId: id, itemId: other, rating }) as const
    const spec = Spec.decider(userItemDecider)
    spec.given().when(rate(null)).nothing()
    spec.given().when(rate(50), rate(50), rate(60), rate(null)).then(rated(50), rated(60), rated(null))
  })

  it("adds, renames and removes a bookmark", () => {
    const whose = { bookmarkId: other, accountId: id }
    const bookmark = { itemId: id, name: "", fraction: 0.5, page: 3, href: null, progression: null }
    const add = { _tag: "Add", ...whose, ...bookmark } as const
    const rename = { _tag: "Rename", ...whose, name: "Here" } as const
    const remove = { _tag: "Remove", ...whose } as const
    const added = { _tag: "bookmark.added.v1", ...whose, ...bookmark } as const
    const renamed = { _tag: "bookmark.renamed.v1", ...whose, name: "Here" } as const
    const spec = Spec.decider(bookmarkDecider)
    spec
      .given()
      .when(add, rename, rename, remove)
      .then(added, renamed, { _tag: "bookmark.removed.v1", ...whose })
    spec.given().when(remove).rejects("NotFound")
    spec
      .given(added, { _tag: "bookmark.removed.v1", ...whose })
      .when(rename)
      .rejects("NotFound")
  })

  it("records each change of the favorite flag once, independently of the rating", () => {
    const set = (isFavorite: boolean) =>
      ({ _tag: "SetFavorite", accountId: id, itemId: other, isFavorite }) as const
    const favorited = (isFavorite: boolean) =>
      ({ _tag: "user-item.favorited.v1", accountId: id, itemId: other, isFavorite }) as const
    const spec = Spec.decider(userItemDecider)
    spec.given().when(set(false)).nothing()
    spec
      .given({ _tag: "user-item.rated.v1", accountId: id, itemId: other, rating: 50 })
      .when(set(true), set(true), set(false))
      .then(favorited(true), favorited(false))
  })
})

describe("a plugin's websites", () => {
  const plugin = { pluginId: "lookup", plugin: "Lookup" }
  const set = (host: string, access: "allowed" | "manifest" | "private") =>
    ({ _tag: "plugin.host-set.v1", ...plugin, host, access }) as const
  const command = (host: string, access: "allowed" | "manifest" | "private") =>
    ({ _tag: "SetHost", ...plugin, host, access }) as const
  const spec = Spec.decider(pluginHostsDecider)

  it("records a decision about a website only if it differs from the current decision", () => {
    spec.given().when(command("a.test", "manifest")).nothing()
    spec
      .given()
      .when(command("a.test", "allowed"), command("a.test", "allowed"))
      .then(set("a.test", "allowed"))
    spec.given(set("a.test", "allowed")).when(command("a.test", "private")).then(set("a.test", "private"))
  })

  it("resets the websites to those of the manifest when the plugin is removed", () => {
    spec
      .given(set("a.test", "allowed"), set("b.test", "private"), set("a.test", "manifest"))
      .when({ _tag: "Forget", ...plugin })
      .then(set("b.test", "manifest"))
  })

  it("rejects decisions about more than 100 websites", () => {
    const many = Array.from({ length: 100 }, (_, n) => set(`${n}.test`, "allowed"))
    spec
      .given(...many)
      .when(command("a.test", "allowed"))
      .rejects("Conflict")
    spec
      .given(...many)
      .when(command("5.test", "private"))
      .then(set("5.test", "private"))
  })
})
