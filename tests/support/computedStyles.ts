// Roles and names are looked for by the computed style of every element of the page, which jsdom works out anew at each
// question:
// a third of a test's time. Here an answer stays until something of the page changes, or the focus.
const compute = window.getComputedStyle.bind(window);
const computed = new Map<Element, CSSStyleDeclaration>();
const changes = new MutationObserver(() => computed.clear());
changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
let focused = document.activeElement;

window.getComputedStyle = (element, pseudo) => {
  if (pseudo) return compute(element, pseudo);
  if (changes.takeRecords().length > 0 || focused !== document.activeElement) computed.clear();
  focused = document.activeElement;
  const style = computed.get(element) ?? compute(element);
  computed.set(element, style);
  return style;
};
