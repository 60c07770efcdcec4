import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { isSafeLink, parsePictureAddress, richTextStyles, richTextTags } from '@contract/fields/richText';
import { RichPicture } from './RichPicture';
import styles from './richText.module.css';

interface RichTextProps {
  readonly html: string | null | undefined;
  /** Returns the URL of an image for readers who may see the text but not the author's files. */
  readonly pictureUrl?: ((id: string) => string) | undefined;
}

/**
 * Shows rich text; no other component does (QUALITY IN3). The server has cleaned the HTML. Here it is parsed and
 * rebuilt as React elements from an allow-list, never set as markup, so that HTML from an old row can't run scripts
 * either.
 */
export function RichText({ html, pictureUrl }: RichTextProps) {
  const content = useMemo(() => {
    if (!html) return null;
    return childrenOf(new DOMParser().parseFromString(html, 'text/html').body, pictureUrl);
  }, [html, pictureUrl]);
  return <div className={styles.text}>{content}</div>;
}

const allowedTags: ReadonlySet<string> = new Set(richTextTags);
const voidTags: ReadonlySet<string> = new Set(['br', 'hr']);
/** Elements whose text is not content. */
const silentTags: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'title',
  'textarea',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
  'select',
]);

const childrenOf = (parent: Node, pictureUrl: RichTextProps['pictureUrl']): ReactNode[] =>
  [...parent.childNodes].map((node, index) => <Fragment key={index}>{renderNode(node, pictureUrl)}</Fragment>);

function renderNode(node: Node, pictureUrl: RichTextProps['pictureUrl']): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.tagName.toLowerCase();
  if (silentTags.has(tag)) return null;
  if (!allowedTags.has(tag)) return childrenOf(node, pictureUrl);
  const style = styleOf(node);
  if (voidTags.has(tag)) return createElement(tag);
  if (tag === 'img') {
    const picture = parsePictureAddress(node.getAttribute('src') ?? '');
    return picture && <RichPicture {...picture} alt={node.getAttribute('alt') ?? ''} url={pictureUrl?.(picture.id)} />;
  }
  const children = childrenOf(node, pictureUrl);
  if (tag === 'a') {
    const href = node.getAttribute('href') ?? '';
    return isSafeLink(href) ? (
      <a href={href} target="_blank" rel="noopener noreferrer" style={style}>
        {children}
      </a>
    ) : (
      children
    );
  }
  if (tag === 'table')
    return (
      <div className={styles.table}>
        <table>{elementsOf(node, pictureUrl)}</table>
      </div>
    );
  if (tag === 'td' || tag === 'th')
    return createElement(tag, { style, colSpan: spanOf(node, 'colspan'), rowSpan: spanOf(node, 'rowspan') }, children);
  if (tag === 'thead' || tag === 'tbody' || tag === 'tr' || tag === 'ul' || tag === 'ol')
    return createElement(tag, { style }, elementsOf(node, pictureUrl));
  return createElement(tag, { style }, children);
}

/** Renders child elements only. Text between rows or list items is ignored. */
const elementsOf = (parent: Element, pictureUrl: RichTextProps['pictureUrl']): ReactNode[] =>
  [...parent.children].map((child, index) => <Fragment key={index}>{renderNode(child, pictureUrl)}</Fragment>);

function spanOf(cell: Element, name: string): number | undefined {
  const span = Number(cell.getAttribute(name));
  return Number.isInteger(span) && span > 1 && span <= 100 ? span : undefined;
}

function styleOf(element: Element): React.CSSProperties | undefined {
  const styleText = element.getAttribute('style');
  if (!styleText) return undefined;
  const keptDeclarations = styleText.split(';').flatMap((declaration) => {
    const [name = '', value = ''] = declaration.split(':').map((part) => part.trim());
    if (!Object.hasOwn(richTextStyles, name) || !richTextStyles[name]?.some((pattern) => pattern.test(value)))
      return [];
    return [[name.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase()), value] as const];
  });
  return keptDeclarations.length ? Object.fromEntries(keptDeclarations) : undefined;
}
