import { createElement, Fragment, type ReactNode } from 'react';
import { apiUrl } from '@/api/apiUrl';
import type { PageChild, PageNode, PageValue } from '@contract/features/publicity/pages/pageTree';

/** React's names of HTML attributes. */
const reactNames: Readonly<Record<string, string>> = {
  class: 'className',
  for: 'htmlFor',
  maxlength: 'maxLength',
  colspan: 'colSpan',
  rowspan: 'rowSpan',
  enterkeyhint: 'enterKeyHint',
  inputmode: 'inputMode',
  novalidate: 'noValidate',
  autocomplete: 'autoComplete',
  datetime: 'dateTime',
  'stroke-width': 'strokeWidth',
  'stroke-linecap': 'strokeLinecap',
  'stroke-linejoin': 'strokeLinejoin',
};

function styleOf(cssText: string): React.CSSProperties {
  const pairs = cssText.split(';').map((declaration) => {
    const index = declaration.indexOf(':');
    return [
      declaration.slice(0, index).replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase()),
      declaration.slice(index + 1),
    ] as const;
  });
  return Object.fromEntries(pairs);
}

/** Elements whose value the reader types. */
const filledIn: ReadonlySet<string> = new Set(['input', 'select', 'textarea']);

function propsOf({ tag, attrs }: PageNode): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attrs).map(([name, value]: [string, PageValue]) => {
      if (name === 'style') return ['style', styleOf(String(value))];
      if (name === 'value' && filledIn.has(tag) && attrs['type'] !== 'hidden') return ['defaultValue', value];
      // The server's pages use root-relative API paths. Another back end may have another base (src/api/client.ts).
      if ((name === 'src' || name === 'href') && String(value).startsWith('/api/'))
        return [name, apiUrl(String(value))];
      return [reactNames[name] ?? name, value];
    }),
  );
}

/**
 * Converts the tree of a public page to React elements, equal to the HTML of the server
 * (server/features/publicity/pages/htmlOfPage.ts).
 */
export function toReact(child: PageChild): ReactNode {
  if (typeof child === 'string') return child;
  const children = child.children.map((nestedChild, index) => <Fragment key={index}>{toReact(nestedChild)}</Fragment>);
  return createElement(child.tag, propsOf(child), ...(children.length ? [children] : []));
}
