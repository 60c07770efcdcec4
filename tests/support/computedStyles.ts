// Caches computed styles until the page or the focus changes. Searching by role and name asks for the style of every
// element, which jsdom recalculates each time: a third of a test's time.
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
