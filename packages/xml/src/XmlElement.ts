export interface XmlAttribute {
  /** The name without its prefix. */
  readonly name: string
  /** The namespace URI. Empty if there is none, and for a prefix that the document does not declare. */
  readonly namespace: string
  readonly value: string
}

export interface XmlElement {
  /** The name without its prefix. */
  readonly name: string
  readonly namespace: string
  readonly attributes: ReadonlyArray<XmlAttribute>
  /**
   * Child elements, and the unchanged text between them. Two strings are never adjacent. Comments and instructions are
   * omitted.
   */
  readonly children: ReadonlyArray<XmlElement | string>
}

/** Returns the child elements with this name, in any namespace unless `namespace` is given. */
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

/** Returns all text inside the element, in document order, without surrounding white space. */
export const textOf = (element: XmlElement): string => innerText(element).trim()

const innerText = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === "string" ? child : innerText(child))).join("")
