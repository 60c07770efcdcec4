import { pageElement, type PageChild } from './pageTree';

/**
 * Pattern of a value with its unit, or of a limit with both, which has to stay on one line. The repetition is
 * bounded, because an unbounded one is quadratic on long digit runs.
 */
const quantityPattern =
  /(\d[\d.,]{0,30}\s?(?:[mμµukMG]?(?:g|L|m|s|V|W|A|Pa|Hz|Bq|Sv|Gy|T|mol)(?:[/·](?:m[²³23]?|L|h|s|kg|min|d))?|min|h|d|ppm|℃|°C|dB(?:\([AC]\))?|lx|个\/m³|f\/mL|cm[²³]?|mm[²³]?|m[²³]))(?![A-Za-z\d])/;

/**
 * Splits a text so that quantities stay on one line.
 * @returns the unchanged text where it contains no quantity
 */
export function withUnbrokenQuantities(text: string): PageChild[] {
  const parts = text.split(quantityPattern);
  if (parts.length === 1) return [text];
  return parts.flatMap((part, index): PageChild[] =>
    part === '' ? [] : index % 2 === 1 ? [pageElement('span', { class: 'pub-unit' }, part)] : [part],
  );
}
