export const readerOf: (texts: ReadonlyArray<string>) => (text: string) => string
