export interface XmlAttribute {
  /** Without its prefix. */
  readonly name: string
  /** The namespace URI; empty for none, and for a prefix that the document does not declare. */
  readonly namespace: string
  readonly value: string
}

export interface XmlElement {
  /** Without its prefix. */
  readonly name: string
  readonly namespace: string
  readonly attributes: ReadonlyArray<XmlAttribute>
  /** Elements, and the unchanged text between them, never adjacent. No comments, no instructions. */
  readonly children: ReadonlyArray<XmlElement | string>
}

/** The child elements with a name; of any namespace by default. */
export const childrenOf = (parent: XmlElement, name: string, namespace?: string): ReadonlyArray<XmlElement> =>
  parent.children.filter(
    (child): child is XmlElement =>
      typeof child !== "string" &&
      child.name === name &&
      (namespace === undefined || child.namespace === namespace)
  )

export const childOf = (parent: XmlElement, name: string, namespace?: string): XmlElement | undefined =>
  childrenOf(parent, name, namespace)[0]

export const attributeOf = (element: XmlElement, name: string, namespace?: string): string | undefined =>
  element.attributes.find(
    (attribute) => attribute.name === name && (namespace === undefined || attribute.namespace === namespace)
  )?.value

/** All text inside, in order, without surrounding white space. */
export const textOf = (element: XmlElement): string => innerText(element).trim()

const innerText = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === "string" ? child : innerText(child))).join("")
