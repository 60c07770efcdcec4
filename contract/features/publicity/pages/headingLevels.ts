import type { PageChild, PageNode } from './pageTree';

const headingTag = /^h([1-6])$/;

const visitNodes = (children: readonly PageChild[], visit: (node: PageNode) => void): void => {
  for (const child of children)
    if (typeof child !== 'string') {
      visit(child);
      visitNodes(child.children, visit);
    }
};

/**
 * Adjusts the headings of a text below the title of its page, because people choose headings by their size. The
 * largest becomes `h2`, and no heading is more than one level below the previous one (WCAG 1.3.1).
 */
export function belowPageTitle(children: readonly PageChild[]): PageChild[] {
  const usedLevels = new Set<number>();
  visitNodes(children, ({ tag }) => {
    const level = headingTag.exec(tag)?.[1];
    if (level) usedLevels.add(Number(level));
  });
  const ranks = [...usedLevels].sort((a, b) => a - b);
  let lastLevel = 1;
  const rankHeadings = (child: PageChild): PageChild => {
    if (typeof child === 'string') return child;
    const level = headingTag.exec(child.tag)?.[1];
    if (level) lastLevel = Math.min(ranks.indexOf(Number(level)) + 2, lastLevel + 1);
    const tag = level ? `h${lastLevel}` : child.tag;
    return { ...child, tag, children: child.children.map(rankHeadings) };
  };
  return children.map(rankHeadings);
}
