export type ButtonKind = "primary" | "plain" | "ghost" | "danger"
export type ControlSize = "md" | "sm"

const base =
  "inline-flex select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 touch:min-h-11 touch:min-w-11"

const kinds: Record<ButtonKind, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent/90",
  plain: "border border-line bg-s2 text-t1 hover:bg-s3",
  ghost: "text-t2 hover:bg-s2 hover:text-t1 aria-pressed:bg-soft aria-pressed:text-t1",
  danger: "border border-bad/50 text-bad hover:bg-bad/10"
}

export const buttonClass = (kind: ButtonKind, size: ControlSize): string =>
  `${base} ${kinds[kind]} ${size === "md" ? "h-9 px-3.5 text-sm" : "h-8 px-2.5 text-dense"}`

export const iconButtonClass = (kind: ButtonKind, size: ControlSize): string =>
  `${base} ${kinds[kind]} ${size === "md" ? "size-9" : "size-8"} shrink-0`
