import { updateMe } from "@media/features/identity/accounts/commands"
import type { AccountCommand } from "@media/features/identity/accounts/decider"
import { uuidv7 } from "@media/kernel/Ids"
import type { Step, World } from "./World.ts"

/** Returns the steps of users, administrators and the operator. */
export const accountSteps = ({
  store,
  random,
  accounts,
  libraries,
  account,
  appendTo,
  principal
}: World): ReadonlyArray<Step> => [
  () =>
    random.below(2) === 0
      ? appendTo(random.oneOf(accounts), {
          _tag: random.oneOf(["account.promoted.v1", "account.recovered.v1"])
        })
      : appendTo(random.oneOf(accounts), {
          _tag: "account.library-granted.v1",
          libraryId: random.oneOf(libraries).id
        } as never),
  () =>
    random.oneOf([
      () =>
        appendTo(uuidv7(), {
          _tag: "account.imported.v1",
          username: `earlier-${uuidv7()}`,
          formerUsername: "Earlier",
          displayName: "Earlier",
          enabled: random.below(2) === 0,
          allowNsfw: random.below(2) === 0,
          libraryIds: [random.oneOf(libraries).id],
          lastSignInAt: random.oneOf([null, "2026-01-01T00:00:00.000Z"])
        } as never),
      ...["succeeded", "failed", "ended", "password-changed"].map(
        (what) => () =>
          appendTo(uuidv7(), {
            _tag: `sign-in.${what}.v1`,
            accountId: random.oneOf(accounts),
            client: "web",
            deviceName: null,
            isLast: false,
            how: "signed-out",
            count: 1
          } as never)
      )
    ])(),
  () =>
    account(random.oneOf(accounts), {
      _tag: "Administer",
      role: random.oneOf(["administrator", "member"] as const)
    }),
  () =>
    account(
      random.oneOf(accounts),
      random.oneOf<AccountCommand>([
        {
          _tag: "Administer",
          libraryIds: libraries.filter(() => random.below(2) === 0).map(({ id }) => id)
        },
        { _tag: "ResetPassword" },
        { _tag: "StartView" },
        { _tag: "EndView" }
      ])
    ),
  async () => {
    const id = random.oneOf(accounts)
    await account(id, { _tag: "Administer", enabled: false, allowNsfw: true, mayCreateLibraries: true })
    const enabled = random.below(3) > 0
    return account(id, { _tag: "Administer", enabled, allowNsfw: false, mayCreateLibraries: false })
  },
  () => {
    const gone = accounts.length > 1 && random.below(3) === 0 ? accounts.shift() : undefined
    return gone === undefined ? Promise.resolve() : account(gone, { _tag: "Delete" })
  },
  () =>
    store.run(
      updateMe(principal(), { displayName: `Name ${random.below(9)}`, showNsfw: random.below(2) === 0 })
    )
]
