/** The first line of every generated page. */
export const generatedBy = "<!-- Made by `npm run generate`. Do not edit. -->"

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ")

export const code = (text: string): string => (text === "" ? "" : `\`${text}\``)

export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n")

export const page = (title: string, ...parts: ReadonlyArray<string>): string =>
  `${[generatedBy, `# ${title}`, ...parts].join("\n\n")}\n`
