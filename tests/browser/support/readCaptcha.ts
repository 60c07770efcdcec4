import svgCaptcha from 'svg-captcha';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Glyph {
  /** Its drawing commands, as M, L, Q, C and Z. */
  readonly strokes: string;
  readonly points: readonly Point[];
}

function glyphOf(path: string): Glyph {
  const numbers = (path.match(/-?\d*\.?\d+/g) ?? []).map(Number);
  const points = numbers.flatMap((x, at) => (at % 2 === 0 ? [{ x, y: numbers[at + 1] ?? 0 }] : []));
  return { strokes: path.replace(/[^A-Z]/g, ''), points };
}

/** Glyphs are filled, the lines across them are not. */
const glyphsOf = (svg: string): Glyph[] => [...svg.matchAll(/<path fill="#[0-9a-f]+" d="([^"]+)"/g)].map(([, path]) => glyphOf(path ?? ''));

const leftOf = ({ points }: Glyph): number => Math.min(...points.map(({ x }) => x));

/** Moved to the corner and brought to one height: what is left is the shape. */
function shapeOf({ points }: Glyph): Point[] {
  const left = Math.min(...points.map(({ x }) => x));
  const top = Math.min(...points.map(({ y }) => y));
  const height = Math.max(...points.map(({ y }) => y)) - top;
  return points.map(({ x, y }) => ({ x: (x - left) / height, y: (y - top) / height }));
}

function distance(a: Glyph, b: Glyph): number {
  if (a.strokes !== b.strokes) return Number.POSITIVE_INFINITY;
  const other = shapeOf(b);
  return Math.max(...shapeOf(a).map(({ x, y }, at) => Math.hypot(x - (other[at]?.x ?? 0), y - (other[at]?.y ?? 0))));
}

const letters = [...(svgCaptcha.options.charPreset ?? '')];
let alphabet: { letter: string; glyph: Glyph }[] | undefined;

/**
 * Reads the picture as a person does, by the shapes of its letters; the product has no other way in.
 * @param image the `src` of the shown picture
 * @throws when a letter looks like none
 */
export function readCaptcha(image: string): string {
  alphabet ??= letters.flatMap((letter) => glyphsOf(svgCaptcha.create({ size: 1, charPreset: letter, fontSize: 40, noise: 0 }).data).map((glyph) => ({ letter, glyph })));
  const svg = Buffer.from(image.replace(/^data:image\/svg\+xml;base64,/, ''), 'base64').toString();
  return glyphsOf(svg)
    .sort((a, b) => leftOf(a) - leftOf(b))
    .map((shown) => {
      const [nearest] = (alphabet ?? []).map(({ letter, glyph }) => ({ letter, far: distance(shown, glyph) })).sort((a, b) => a.far - b.far);
      if (!nearest || nearest.far > 0.2) throw new Error(`a letter of the captcha looks like none: ${JSON.stringify(shown)}`);
      return nearest.letter;
    })
    .join('');
}
