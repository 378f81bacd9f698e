export type ButtonKind = "primary" | "plain" | "ghost" | "danger" | "main" | "glass"
export type ControlSize = "md" | "sm"

const base =
  "inline-flex select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 touch:min-h-11 touch:min-w-11"

const kinds: Record<Exclude<ButtonKind, "main" | "glass">, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent/90",
  plain: "border border-line bg-s2 text-t1 hover:bg-s3",
  ghost: "text-t2 hover:bg-s2 hover:text-t1 aria-pressed:bg-soft aria-pressed:text-t1",
  danger: "border border-bad/50 text-bad hover:bg-bad/10"
}

const pill =
  "inline-flex h-11 select-none items-center justify-center gap-2 whitespace-nowrap rounded-full font-semibold transition-colors duration-150 aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
/** Buttons on artwork. `main` is the page's main action, and `glass` is for the buttons next to the main action. */
const pills = {
  main: `${pill} bg-t1 text-bg hover:bg-t1/90`,
  glass: `${pill} bg-t1/12 text-t1 glass hover:bg-t1/20`
}
const isPill = (kind: ButtonKind): kind is keyof typeof pills => kind in pills

export const buttonClass = (kind: ButtonKind, size: ControlSize): string =>
  isPill(kind)
    ? `${pills[kind]} px-5`
    : `${base} ${kinds[kind]} ${size === "md" ? "h-9 px-3.5 text-sm" : "h-8 px-2.5 text-dense"}`

export const iconButtonClass = (kind: ButtonKind, size: ControlSize): string =>
  isPill(kind)
    ? `${pills[kind]} w-11 shrink-0`
    : `${base} ${kinds[kind]} ${size === "md" ? "size-9" : "size-8"} shrink-0`
