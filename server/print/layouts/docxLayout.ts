import {
  ImagePlugin,
  LoopPlugin,
  MissingCloseDelimiterError,
  MissingStartDelimiterError,
  type ScopeDataArgs,
  type Tag,
  TagDisposition,
  TagOptionsParseError,
  TagPlacement,
  type TemplateContent,
  type TemplateData,
  TemplateHandler,
  TemplateSyntaxError,
  TextPlugin,
  type XmlNode,
} from 'easy-template-x';
import { unzipSync } from 'fflate';
import {
  isLayoutList,
  type LayoutCell,
  type LayoutData,
  type LayoutValue,
  placeholderKey,
} from '@contract/print/layoutFields';
import { layoutTexts } from '@contract/print/layoutTexts';
import { expandLongLists, withSampleRows } from './expandLongLists';
import { type LayoutParts, packParts, textOfPart, xmlText } from './layoutParts';
import { drawnPicture } from './layoutPictures';
import { LayoutRefusal } from './layoutRefusal';
import { type LayoutTag, refuseLoops, refuseManyBraces, tagsInText } from './layoutTags';

// Word layouts, filled by easy-template-x. Of its plugins only text, loop and picture are used: none of them runs an
// expression, reads a file or takes XML from the data.

const pixelsOf = (mm: number): number => Math.max(1, Math.round((mm * 96) / 25.4));

const handlerFor = (scopeDataResolver?: (args: ScopeDataArgs) => TemplateContent | TemplateData[]): TemplateHandler =>
  new TemplateHandler({
    plugins: [new LoopPlugin(), new TextPlugin(), new ImagePlugin()],
    maxXmlDepth: 60,
    ...(scopeDataResolver ? { scopeDataResolver } : {}),
  });

/** Turns an error of the library into a sentence for the person who wrote the layout. */
function refusalOf(error: unknown): unknown {
  const excerpt = (text: string) => (text.length > 30 ? `${text.slice(0, 30)}…` : text);
  if (error instanceof MissingCloseDelimiterError)
    return new LayoutRefusal(layoutTexts.unclosed(excerpt(error.openDelimiterText)));
  if (error instanceof MissingStartDelimiterError)
    return new LayoutRefusal(layoutTexts.unopened(excerpt(error.closeDelimiterText)));
  if (error instanceof TagOptionsParseError) return new LayoutRefusal(layoutTexts.loopOptions(error.tagRawText));
  if (error instanceof TemplateSyntaxError) return new LayoutRefusal(layoutTexts.unreadable);
  return error;
}

const tagKinds = { Open: 'open', Close: 'close', SelfClosed: 'value' } as const;
const tagOf = ({ disposition, name, rawText }: Tag): LayoutTag => ({
  kind: tagKinds[disposition],
  name: placeholderKey(name ?? ''),
  text: rawText,
});

/**
 * Refuses a brace without its partner. The library would leave it in the text, and nobody would see it before a paper
 * is printed.
 */
function refuseLoneBraces(part: string): void {
  if (!/[{}]/.test(part)) return;
  for (const paragraph of part.split('</w:p>')) {
    if (!/[{}]/.test(paragraph)) continue;
    const text = [...paragraph.matchAll(/<w:t(?:\s[^>]*)?>([^<]*)/g)].map(([, run = '']) => run).join('');
    tagsInText(text);
  }
}

/** Returns the table that surrounds a placeholder, or the document, header or footer that holds it. */
function surroundingOf(tag: Tag): unknown {
  if (tag.placement !== TagPlacement.TextNode) return undefined;
  let node: XmlNode = tag.xmlTextNode;
  while (node.parentNode && node.nodeName !== 'w:tbl') node = node.parentNode;
  return node;
}

/**
 * Refuses a loop that begins inside a table and ends outside of it, or in another part of the document. The library
 * can't repeat it, which would show only when a paper is filled.
 */
function refuseLoopsAcrossTables(tags: readonly Tag[]): void {
  const openTags: Tag[] = [];
  for (const tag of tags) {
    if (tag.disposition === TagDisposition.Open) openTags.push(tag);
    if (tag.disposition !== TagDisposition.Close) continue;
    const openTag = openTags.pop();
    if (openTag && surroundingOf(openTag) !== surroundingOf(tag))
      throw new LayoutRefusal(layoutTexts.loopAcrossTable(placeholderKey(openTag.name ?? '')));
  }
}

/**
 * Returns the placeholders of a Word layout, of headers and footers as well.
 * @throws LayoutRefusal
 */
export async function docxTags(layoutParts: LayoutParts): Promise<LayoutTag[]> {
  for (const [name, content] of layoutParts) {
    if (!/^word\/[^/]+\.xml$/.test(name)) continue;
    refuseManyBraces(textOfPart(content));
    refuseLoneBraces(textOfPart(content));
  }
  try {
    const tags = await handlerFor().parseTags(Buffer.from(packParts(layoutParts, 0)));
    refuseLoopsAcrossTables(tags);
    return tags.map(tagOf).filter(({ kind, name }) => kind === 'close' || name !== '');
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Returns an own property alone, so that no placeholder reaches `constructor` or the like. */
const ownValueOf = <T>(values: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  values && Object.hasOwn(values, name) ? values[name] : undefined;

/** Looks a placeholder up: in the row of the list that surrounds it, then among the values of the paper. */
function valueAt(layoutData: LayoutData, path: ScopeDataArgs['path'], name: string): LayoutValue | undefined {
  const index = path.findLastIndex((step) => typeof step === 'number');
  const list = path[index - 1];
  if (index > 0 && typeof list === 'object') {
    const rows = ownValueOf(layoutData, placeholderKey(list.name));
    const value = isLayoutList(rows) ? ownValueOf<LayoutCell>(rows[Number(path[index])], name) : undefined;
    if (value !== undefined) return value;
  }
  return ownValueOf(layoutData, name);
}

/** Returns the resolver of the library for the values of a paper. */
const resolverOf =
  (layoutData: LayoutData, pictures: ReadonlyMap<string, string>) =>
  ({ path }: ScopeDataArgs): TemplateContent | TemplateData[] => {
    const tag = path.at(-1) as Tag;
    const name = placeholderKey(tag.name ?? '');
    const value = valueAt(layoutData, path, name);
    if (value === undefined || typeof value === 'string') return xmlText(value ?? '');
    if (isLayoutList(value)) return value as unknown as TemplateData[];
    // A condition, {#签名}…{/签名}, asks only whether there is a value.
    if (tag.disposition !== 'SelfClosed') return value.text || 'yes';
    const drawing = drawnPicture(value, name, Number(tag.options?.['高']), pictures);
    if (!drawing) return value.text;
    const size =
      tag.placement === TagPlacement.Attribute
        ? {}
        : { width: pixelsOf(drawing.width), height: pixelsOf(drawing.height) };
    return { _type: 'image', source: drawing.bytes, format: drawing.mime, ...size } as TemplateContent;
  };

/** Fills a layout whose placeholders `docxTags` has checked. */
async function filledByLibrary(
  layoutParts: LayoutParts,
  layoutData: LayoutData,
  pictures: ReadonlyMap<string, string>,
): Promise<Buffer> {
  return await handlerFor(resolverOf(layoutData, pictures)).process(
    Buffer.from(packParts(layoutParts, 0)),
    layoutData as unknown as TemplateData,
  );
}

/**
 * Fills a Word layout.
 * @param pictures `data:` URLs of the uploads, by id
 * @throws LayoutRefusal
 */
export async function fillDocx(
  layoutParts: LayoutParts,
  layoutData: LayoutData,
  pictures: ReadonlyMap<string, string>,
): Promise<Uint8Array<ArrayBuffer>> {
  const tags = await docxTags(layoutParts);
  refuseLoops(tags, (name) => isLayoutList(ownValueOf(layoutData, name)));
  const long = withSampleRows(tags, layoutData);
  if (long) {
    const sampled = await filledByLibrary(layoutParts, long.data, pictures);
    const expanded = expandLongLists(new Map(Object.entries(unzipSync(sampled))), long);
    if (expanded) return packParts(expanded, 6);
  }
  return Uint8Array.from(await filledByLibrary(layoutParts, layoutData, pictures));
}
