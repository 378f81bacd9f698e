import { history, type SliceHistory } from "../../EventHistory.ts"

export const accountHistory: SliceHistory = {
  ...history(
    { kind: "people", target: "account" },
    {
      "account.created.v1": "created the account {target}",
      "account.imported.v1": "imported {target} from the earlier version",
      "account.promoted.v1": "made {target} an administrator",
      "account.recovered.v1": "reset the password of {target} at startup",
      "account.renamed.v1": "changed the display name of {target}",
      "account.nsfw-preference-changed.v1": "changed whether {target} sees NSFW items",
      "account.library-granted.v1": "gave {target} access to a library",
      "account.role-changed.v1": "changed the role of {target}",
      "account.disabled.v1": "disabled the account {target}",
      "account.enabled.v1": "enabled the account {target}",
      "account.nsfw-permission-changed.v1": "changed whether {target} may see NSFW items",
      "account.library-creation-changed.v1": "changed whether {target} may create libraries",
      "account.libraries-changed.v1": "changed the libraries that {target} may see",
      "account.password-reset.v1": "reset the password of {target}",
      "account.deleted.v1": "deleted the account {target}",
      "account.view-started.v1": "started viewing as {target}",
      "account.view-ended.v1": "stopped viewing as {target}"
    }
  ),
  ...history(
    { kind: "sign-ins", target: "account", targetIn: "accountId" },
    {
      "sign-in.succeeded.v1": "signed in",
      "sign-in.failed.v1": {
        sentence: "failed to sign in as {target}",
        untargeted: "failed to sign in: no account has this username",
        isOfStrangers: true
      },
      "sign-in.ended.v1": "ended sessions of {target}",
      "sign-in.password-changed.v1": "changed the password of {target}"
    }
  )
}
