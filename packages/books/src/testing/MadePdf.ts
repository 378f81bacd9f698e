/** Creates a minimal PDF 1.4 document. Each page contains only its page number. */
export const madePdf = (
  pages: number,
  { author = "", title = "" }: { readonly title?: string; readonly author?: string } = {}
): Buffer => {
  const kids = Array.from({ length: pages }, (_, page) => `${4 + 2 * page} 0 R`).join(" ")
  const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    `<< /Title (${title}) /Author (${author}) >>`,
    ...Array.from({ length: pages }, (_, page) => {
      const content = `BT /F1 48 Tf 50 300 Td (Page ${page + 1}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 306 396] /Contents ${5 + 2 * page} 0 R /Resources << /Font << /F1 ${font} >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
      ]
    }).flat()
  ]
  let text = "%PDF-1.4\n"
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("")
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  text += `trailer << /Size ${objects.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, "latin1")
}
