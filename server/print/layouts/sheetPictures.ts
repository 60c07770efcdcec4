import { type LayoutParts, textOfPart } from './layoutParts';
import type { DrawnPicture } from './layoutPictures';
import type { RowMap } from './sheetRefs';

// Pictures of a sheet: the drawing part, its relations and the files.

/** A picture with the cell of its upper left corner, counted from 0. */
export interface PlacedPicture {
  readonly column: number;
  readonly row: number;
  readonly drawn: DrawnPicture;
}

const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const emptyRelations = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="${packageRelations}"></Relationships>`;
const emptyDrawing =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"></xdr:wsDr>';
const emus = (mm: number): number => Math.round(mm * 36_000);

const relationsOf = (part: string): string => part.replace(/([^/]+)$/, '_rels/$1.rels');
const partText = (parts: LayoutParts, name: string, emptyText: string): string =>
  textOfPart(parts.get(name)) || emptyText;

/** Adds a relation and returns its id. */
function addRelation(layoutParts: LayoutParts, part: string, type: string, target: string): string {
  const name = relationsOf(part);
  const xml = partText(layoutParts, name, emptyRelations);
  const numbers = [...xml.matchAll(/Id="rId(\d+)"/g)].map(([, number]) => Number(number));
  const id = `rId${Math.max(0, ...numbers) + 1}`;
  const addedRelationship = `<Relationship Id="${id}" Type="${officeRelations}/${type}" Target="${target}"/></Relationships>`;
  // A part without relations may be written as one empty tag.
  const open = xml.replace(/<Relationships([^>]*)\/>/, '<Relationships$1></Relationships>');
  layoutParts.set(name, Buffer.from(open.replace('</Relationships>', addedRelationship)));
  return id;
}

function addType(layoutParts: LayoutParts, entry: string, knownType: string): void {
  const name = '[Content_Types].xml';
  const xml = textOfPart(layoutParts.get(name));
  if (!xml.includes(knownType)) layoutParts.set(name, Buffer.from(xml.replace('</Types>', `${entry}</Types>`)));
}

const freeNumber = (parts: LayoutParts, pattern: RegExp): number =>
  Math.max(0, ...[...parts.keys()].map((name) => Number(pattern.exec(name)?.[1] ?? 0))) + 1;

/** Elements of a sheet that come behind its drawing, in the order of the schema. */
const behindDrawing =
  /<(legacyDrawing|legacyDrawingHF|drawingHF|picture|oleObjects|controls|webPublishItems|tableParts|extLst)[\s/>]|<\/worksheet>/;

/** Moves the pictures that the layout itself contains down with their rows. */
export const movedAnchors = (xml: string, rows: RowMap): string =>
  xml.replace(/<xdr:row>(\d+)<\/xdr:row>/g, (_, row: string) => `<xdr:row>${rows.last(Number(row) + 1) - 1}</xdr:row>`);

/** Returns the drawing part of a sheet, and adds one where the sheet has none. */
function drawingOf(layoutParts: LayoutParts, sheet: string): string {
  const existing = drawingPart(layoutParts, sheet);
  if (existing) return existing;
  const part = `xl/drawings/drawing${freeNumber(layoutParts, /^xl\/drawings\/drawing(\d+)\.xml$/)}.xml`;
  layoutParts.set(part, Buffer.from(emptyDrawing));
  addType(
    layoutParts,
    `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>`,
    `PartName="/${part}"`,
  );
  const id = addRelation(layoutParts, sheet, 'drawing', `../${part.slice('xl/'.length)}`);
  const xml = textOfPart(layoutParts.get(sheet));
  const drawing = `<drawing xmlns:r="${officeRelations}" r:id="${id}"/>`;
  layoutParts.set(sheet, Buffer.from(xml.replace(behindDrawing, (nextElement) => `${drawing}${nextElement}`)));
  return part;
}

/** Returns the name of a sheet's drawing part; undefined where it has none. */
export function drawingPart(layoutParts: LayoutParts, sheet: string): string | undefined {
  const target = /<Relationship\s[^>]*\/drawing"[^>]*>/.exec(textOfPart(layoutParts.get(relationsOf(sheet))))?.[0];
  const path = /Target="([^"]+)"/.exec(target ?? '')?.[1];
  return path === undefined ? undefined : path.startsWith('/') ? path.slice(1) : path.replace(/^\.\.\//, 'xl/');
}

const anchorXml = ({ column, row, drawn }: PlacedPicture, id: string, number: number): string => {
  const size = `cx="${emus(drawn.width)}" cy="${emus(drawn.height)}"`;
  return (
    `<xdr:oneCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>18000</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>18000</xdr:rowOff></xdr:from>` +
    `<xdr:ext ${size}/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${number}" name="图${number}"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>` +
    `<xdr:blipFill><a:blip xmlns:r="${officeRelations}" r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>` +
    `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`
  );
};

/** Puts pictures on a sheet. */
export function addPictures(layoutParts: LayoutParts, sheet: string, pictures: readonly PlacedPicture[]): void {
  if (!pictures.length) return;
  const drawing = drawingOf(layoutParts, sheet);
  const anchors = pictures.map((placed) => {
    const ending = placed.drawn.mime === 'image/png' ? 'png' : 'jpeg';
    const number = freeNumber(layoutParts, /^xl\/media\/layout(\d+)\./);
    const media = `xl/media/layout${number}.${ending}`;
    layoutParts.set(media, placed.drawn.bytes);
    addType(layoutParts, `<Default Extension="${ending}" ContentType="image/${ending}"/>`, `Extension="${ending}"`);
    return anchorXml(
      placed,
      addRelation(layoutParts, drawing, 'image', `../media/layout${number}.${ending}`),
      5000 + number,
    );
  });
  const xml = textOfPart(layoutParts.get(drawing)).replace(/<xdr:wsDr([^>]*)\/>/, '<xdr:wsDr$1></xdr:wsDr>');
  layoutParts.set(drawing, Buffer.from(xml.replace('</xdr:wsDr>', `${anchors.join('')}</xdr:wsDr>`)));
}
