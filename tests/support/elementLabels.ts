// Finds the labels of a control among the labels of its document. A search by role or label asks for them at each
// control, where jsdom walks through every node of the page: a tenth of a test's time.

/** Returns the control of a label: the element named by its `for`, else its first control inside. */
const controlOf = (label: HTMLLabelElement): Element | null =>
  label.hasAttribute('for') ? label.ownerDocument.getElementById(label.htmlFor) : label.control;

/** Returns the labels of a control in their order; null for a hidden input, which has none. */
function labelsOf(this: Element): HTMLLabelElement[] | null {
  if (this instanceof HTMLInputElement && this.type === 'hidden') return null;
  if (!this.isConnected) return [];
  return [...this.ownerDocument.getElementsByTagName('label')].filter((label) => controlOf(label) === this);
}

for (const kind of [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, HTMLButtonElement])
  Object.defineProperty(kind.prototype, 'labels', { configurable: true, get: labelsOf });
